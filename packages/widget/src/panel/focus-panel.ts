/** Focuses the text box of the panel, or what is in its place. @param slot the element that the panel renders into */
export function focusPanel(slot: HTMLElement): void {
  const places = ['.sn-search-place :is(input, .sn-primary)', '.sn-history > input', '.sn-consent .sn-primary']
  const found = [...places, '.sn-ask textarea'].map((place) => slot.querySelector<HTMLElement>(place)).find(Boolean)
  found?.focus({ preventScroll: true })
}
