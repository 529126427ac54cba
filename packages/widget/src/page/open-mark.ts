/**
 * Whether the panel was open when the reader left for another page. Kept for the tab; a browser may forbid even that.
 * @param open written when given, else read
 */
export function openMark(domain: string, open?: boolean): boolean {
  const key = `sidenote:${domain}:open`
  try {
    if (open === undefined) return key in sessionStorage
    if (open) sessionStorage[key] = 1
    else delete sessionStorage[key]
  } catch {}
  return false
}
