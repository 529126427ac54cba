/** Adds a style sheet object: allowed where `<style>` is not, and shared by no one. */
export function adopt(root: ShadowRoot, text: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
