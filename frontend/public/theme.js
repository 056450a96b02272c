// Runs before the first paint, in a file of its own because an inline script would need a hole in the content security
// policy. Keep the key and the values in step with src/theme/theme.ts.
try {
  var choice = localStorage.getItem("streamgauge.theme");
  if (choice === "light" || choice === "dark") document.documentElement.dataset.theme = choice;
} catch {
  // Storage can be forbidden; then the system's preference decides.
}
