import { useEffect, useState } from "react";

/** The colours of the theme that a drawing on a canvas needs, as the browser computes them. */
export type Tokens<Name extends string> = Record<Name, string>;

function read<Name extends string>(names: readonly Name[]): Tokens<Name> {
  // A custom property is handed out as it is written; only a property that uses it is computed.
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const tokens = Object.fromEntries(
    names.map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  ) as Tokens<Name>;
  probe.remove();
  return tokens;
}

/** The computed colours of some tokens, again whenever the theme changes. `names` must stay the same array. */
export function useTokens<Name extends string>(names: readonly Name[]): Tokens<Name> {
  const [tokens, setTokens] = useState(() => read(names));
  useEffect(() => {
    const again = () => setTokens(read(names));
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", again);
    const chosen = new MutationObserver(again);
    chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      dark.removeEventListener("change", again);
      chosen.disconnect();
    };
  }, [names]);
  return tokens;
}
