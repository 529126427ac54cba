/** Removes a parameter such as `?ask=How…` from the page's address, so that a reload doesn't do the same again. */
export function cleanAddress(name: 'ask' | 'sidenote'): void {
  const { pathname, search, hash } = location
  if (!new URLSearchParams(search).has(name)) return
  // Other parameters stay exactly as they are, which `URLSearchParams` would not guarantee.
  const parameters = search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter.split('=')[0] !== name)
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : ''
  history.replaceState(history.state, '', pathname + query + hash)
}
