/** Adds a constructed style sheet to a shadow root. Policies that forbid `<style>` allow it. */
export function adoptStyles(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
