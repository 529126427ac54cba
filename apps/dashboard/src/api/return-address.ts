const key = 'sidenote-return-address'
/** The one page that somebody is sent to by a program, which waits for them to come back. */
const beginning = '/dashboard/connect?'

/** Keeps the address of the page while somebody signs in, or forgets it. */
export const keepAddress = (isOut: boolean): void => {
  if (isOut) sessionStorage.setItem(key, window.location.pathname + window.location.search)
  else sessionStorage.removeItem(key)
}

/** Where somebody was going before they signed in; once. */
export const takeAddress = (): string | undefined => {
  const address = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return address?.startsWith(beginning) ? address : undefined
}
