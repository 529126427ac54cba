/** `system` follows the computer. */
export const themes = ['system', 'light', 'dark'] as const

/** What somebody chose; see `themes`. */
export type Theme = (typeof themes)[number]

const place = 'sidenote-theme'

/** The theme that was chosen in this browser. */
export const readTheme = (): Theme => {
  const stored = localStorage.getItem(place)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Shows the page in the chosen theme. */
export const applyTheme = (): void => {
  document.documentElement.dataset.theme = readTheme()
}

/** Keeps a choice for this browser, and shows it. */
export const chooseTheme = (theme: Theme): void => {
  localStorage.setItem(place, theme)
  applyTheme()
}
