import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { App } from "../App";

/** Opens the dashboard at an address. Failed queries are not repeated, so that error states show at once. */
export function openAt(address: string) {
  window.history.replaceState(null, "", address);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000, networkMode: "always" } } });
  return render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </QueryClientProvider>,
  );
}
