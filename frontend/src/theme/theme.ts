/** What the reader asked for: one of the two themes, or whatever the system says. */
export type ThemeChoice = "auto" | "light" | "dark";

const KEY = "streamgauge.theme";
const ORDER: readonly ThemeChoice[] = ["auto", "light", "dark"];

/** The stored choice; `auto` when there is none or storage is forbidden. */
export function readTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "light" || stored === "dark" ? stored : "auto";
  } catch {
    return "auto";
  }
}

/** Applies a choice to the page and remembers it. */
export function applyTheme(choice: ThemeChoice): void {
  if (choice === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  try {
    if (choice === "auto") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // The choice then lasts as long as the page.
  }
}

/** The choice that follows when the theme button is pressed. */
export function nextTheme(choice: ThemeChoice): ThemeChoice {
  return ORDER[(ORDER.indexOf(choice) + 1) % ORDER.length] ?? "auto";
}
