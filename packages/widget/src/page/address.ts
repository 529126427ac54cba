/**
 * What the page's address asks: `?ask=How…` gives the question, `?ask` an empty text. It is taken out of the address, so
 * that a reload does not ask again.
 */
export function askedInAddress(): string | undefined {
  const { pathname, search, hash } = location
  const asked = new URLSearchParams(search).get('ask')
  if (asked === null) return undefined
  // What stands beside it stays as it was written.
  const query = search.replace(/(?<=[?&])ask(=[^&]*)?(&|$)/g, '').replace(/[?&]$/, '')
  history.replaceState(history.state, '', pathname + query + hash)
  return asked.trim().slice(0, 1_000)
}
