/** The `sessionStorage` key that says that the panel was open on this tab's previous page. The panel writes it. */
export const openKey = (domain: string): string => `sidenote:${domain}:open`

/** The `sessionStorage` key for how far the reader had scrolled the conversation on the previous page. */
export const scrollKey = (domain: string): string => `sidenote:${domain}:place`

/** Whether the panel was open on this tab's previous page. A browser may forbid even the question. */
export function wasOpen(domain: string): boolean | undefined {
  try {
    return openKey(domain) in sessionStorage
  } catch {
    return undefined
  }
}
