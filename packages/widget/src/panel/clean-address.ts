/** Takes the question that the page was opened with (`?ask=How…`) out of its address, so that a reload does not ask again. */
export function cleanAddress(): void {
  const { pathname, search, hash } = location
  if (!new URLSearchParams(search).has('ask')) return
  // What stands beside it stays as it was written.
  const query = search.replace(/(?<=[?&])ask(=[^&]*)?(&|$)/g, '').replace(/[?&]$/, '')
  history.replaceState(history.state, '', pathname + query + hash)
}
