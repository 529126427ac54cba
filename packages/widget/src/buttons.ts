import styles from './page/chips.css?inline'
import { followCode } from './page/code-button.ts'
import { followSelection } from './page/selection-button.ts'
import type { Surface } from './page/surface.ts'

export { fillPageMenu, followPageMenus } from './page/page-menu.ts'
export { registerTools } from './page/page-tools.ts'

/** Brings the buttons on selections and code blocks to life, the one that is wanted now too. */
export function startButtons(surface: Surface): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  surface.root.adoptedStyleSheets.push(sheet)
  followSelection(surface)
  followCode(surface)
}
