/** So many that no test uses up the share of one of them. */
const count = 250
let last = 0

/**
 * The header that says for whom a request is forwarded: another client each time. A server with `SIDENOTE_TRUST_PROXY=1`
 * counts each of them by itself, so a test can send more than the share of one address.
 */
export const forwardedFor = (): { readonly 'x-forwarded-for': string } => {
  last = (last + 1) % count
  return { 'x-forwarded-for': `10.0.0.${last}` }
}
