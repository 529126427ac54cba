import { isAPIError } from 'better-auth/api'
import { AppError } from '../../errors.ts'
import type { Authentication } from './authentication.ts'
import { oidcProvider } from './oidc.ts'
import { type Browser, headersOf } from './sign-in.ts'

/** Where the browser ends up. */
const signedIn = '/dashboard/'
const refused = '/dashboard/?sign-in=refused'

/** A step of the browser: where it goes, and the cookies that it is given. */
interface Step {
  readonly url: string
  readonly cookies: readonly string[]
}

/** Begins to sign in: the provider’s address, and the cookie that proves on the way back who began. @throws AppError `not_ready` */
export const beginSingleSignOn = async (authentication: Authentication, browser: Browser): Promise<Step> => {
  const body = { provider: oidcProvider, callbackURL: signedIn, errorCallbackURL: refused, disableRedirect: true }
  const request = { body, headers: headersOf(browser), returnHeaders: true } as const
  const { headers, response } = await authentication.api.signInSocial(request).catch((cause: unknown) => {
    throw new AppError('not_ready', 'The provider of identities does not answer. Please try again in a moment.', {
      cause,
    })
  })
  if (!response.url) throw new Error('The library gave no address of the provider.')
  return { url: response.url, cookies: headers.getSetCookie() }
}

/** What the provider has added to the address on the way back. */
type Return = Readonly<Record<string, string | undefined>>

/** Signs in who comes back from the provider, or sends them to the sign-in page. */
export const finishSingleSignOn = async (
  authentication: Authentication,
  query: Return,
  browser: Browser & { readonly cookie: string },
): Promise<Step> => {
  const headers = headersOf(browser)
  headers.set('cookie', browser.cookie)
  const request = { method: 'GET', params: { id: oidcProvider }, query, headers, asResponse: true } as const
  const response: Response = await authentication.api.callbackOAuth(request).catch((error: unknown) => {
    if (isAPIError(error) && error.statusCode < 500) return new Response(null, { status: 302 })
    throw error
  })
  const isIn = response.headers.get('location') === signedIn
  return { url: isIn ? signedIn : refused, cookies: isIn ? response.headers.getSetCookie() : [] }
}
