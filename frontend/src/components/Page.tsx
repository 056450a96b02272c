import { useEffect } from "react";

/** The main part of a page, with the document's title. */
export function Page({ title, children }: { title: string; children: React.ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Streamgauge`;
  }, [title]);
  return (
    <main id="main" tabIndex={-1} className="page stack">
      {children}
    </main>
  );
}
