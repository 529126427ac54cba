/**
 * What the page's address asks: `?ask=How…` gives the question, `?ask` an empty text. It is taken out of the address, so
 * that a reload does not ask again.
 */
export function askedInAddress(): string | undefined {
  const { pathname, search, hash } = location
  const asked = new URLSearchParams(search).get('ask')
  if (asked === null) return undefined
  const others = search
    .slice(1)
    .split('&')
    .filter((pair) => !/^ask(=|$)/.test(pair))
  const query = others.length > 0 ? `?${others.join('&')}` : ''
  history.replaceState(history.state, '', pathname + query + hash)
  return asked.trim().slice(0, 1_000)
}
