/** Removes `?ask=How…` from the page's address, so that a reload doesn't ask again. */
export function cleanAddress(): void {
  const { pathname, search, hash } = location
  if (!new URLSearchParams(search).has('ask')) return
  // Other parameters stay exactly as they are, which `URLSearchParams` would not guarantee.
  const parameters = search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter.split('=')[0] !== 'ask')
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : ''
  history.replaceState(history.state, '', pathname + query + hash)
}
