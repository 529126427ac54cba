/** Where it stands that the panel was open when the reader left for another page of this tab. The panel writes it. */
export const openMark = (domain: string): string => `sidenote:${domain}:open`

/** Where it stands how far the conversation was read on the page before. */
export const placeMark = (domain: string): string => `sidenote:${domain}:place`

/** Whether the panel was open on the page before. A browser may forbid even to ask. */
export function wasOpen(domain: string): boolean {
  try {
    return openMark(domain) in sessionStorage
  } catch {
    return false
  }
}
