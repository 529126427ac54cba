import * as contract from '@sidenote/contract'
import type { Request, Response } from 'express'
import type { Authentication } from '../administration/people/authentication.ts'
import { describeSession } from '../administration/people/describe-session.ts'
import { joinOrganization, readInvitation } from '../administration/people/invitations.ts'
import { beginPasskeySignIn, hasPasskeys, signInWithPasskey } from '../administration/people/passkey-sign-in.ts'
import { setUpOwner } from '../administration/people/set-up-owner.ts'
import { type Browser, type NewSession, prolongSession, signIn, signOut } from '../administration/people/sign-in.ts'
import { beginSingleSignOn, finishSingleSignOn } from '../administration/people/single-sign-on.ts'
import type { OidcConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { canonicalAddress } from './admission/address.ts'
import { originOf } from './admission/sessions.ts'
import type { Routes } from './mount/gate.ts'
import { mountAdministration } from './mount/mount.ts'
import { mountReturn, mountSignIn } from './mount/mount-sign-in.ts'

const longestBrowser = 300

const browserOf = (request: Request): Browser => ({
  address: canonicalAddress(request.ip),
  userAgent: request.get('user-agent')?.slice(0, longestBrowser) ?? '',
})

const setCookies = (response: Response, cookies: readonly string[]): void => {
  for (const cookie of cookies) response.append('Set-Cookie', cookie)
}

/** To compare a password takes a tenth of a second of a core and 16 MB, on one of the four threads that also read files. */
const mostPasswords = 8
let comparing = 0

/** Compares so many passwords at a time, however many addresses they come from. @throws AppError `not_ready` */
const compareInRoom = async <Result>(compare: () => Promise<Result>): Promise<Result> => {
  if (comparing >= mostPasswords) {
    const message = 'As many people as the server can take are signing in. Please try again in a few seconds.'
    throw new AppError('not_ready', message, { retryAfterSeconds: 5 })
  }
  comparing += 1
  try {
    return await compare()
  } finally {
    comparing -= 1
  }
}

/** Mounts what the sign-in page does, and what tells everybody who they are. */
export const mountSignInRoutes = (
  routes: Routes,
  { authentication, oidc }: { readonly authentication: Authentication; readonly oidc: OidcConfig | undefined },
): void => {
  const { database } = routes.gate
  const begin = (response: Response, { session, cookies }: NewSession) => {
    setCookies(response, cookies)
    return describeSession(database, session)
  }

  mountAdministration(routes, contract.getSession, async ({ caller, request, response }) => {
    response.set('Cache-Control', 'no-store')
    if (caller.kind === 'session') {
      setCookies(response, await prolongSession(authentication, request.get('cookie') ?? ''))
    }
    return describeSession(database, caller)
  })
  mountSignIn(routes, contract.signIn, async ({ body, request, response }) =>
    begin(response, await compareInRoom(() => signIn(authentication, body, browserOf(request)))),
  )
  const requireOidc = () => {
    if (!oidc) throw new AppError('not_found', 'No provider of identities is set up on this server.')
  }
  mountSignIn(routes, contract.getSignInMethods, async () => ({
    singleSignOn: oidc ? { name: oidc.name } : null,
    passkeys: await hasPasskeys(database),
  }))
  mountSignIn(routes, contract.beginPasskeySignIn, ({ request }) => beginPasskeySignIn(database, originOf(request)))
  mountSignIn(routes, contract.signInWithPasskey, async ({ body, request, response }) => {
    const used = { ...body, origin: originOf(request), browser: browserOf(request) }
    return begin(response, await signInWithPasskey(database, authentication, used))
  })
  mountSignIn(routes, contract.beginSingleSignOn, async ({ request, response }) => {
    requireOidc()
    const { url, cookies } = await beginSingleSignOn(authentication, browserOf(request))
    setCookies(response, cookies)
    return { url }
  })
  mountReturn(routes, contract.finishSingleSignOn, async ({ query, request, response }) => {
    requireOidc()
    const browser = { ...browserOf(request), cookie: request.get('cookie') ?? '' }
    const { url, cookies } = await finishSingleSignOn(authentication, query, browser)
    setCookies(response, cookies)
    response.redirect(302, url)
  })
  mountSignIn(routes, contract.signOut, async ({ request, response }) => {
    setCookies(response, await signOut(authentication, request.get('cookie') ?? ''))
  })
  mountSignIn(routes, contract.readInvitation, ({ body }) => readInvitation(database, body.token))
  mountSignIn(routes, contract.joinOrganization, async ({ body, request, response }) => {
    const email = await joinOrganization(database, authentication, body)
    return begin(response, await signIn(authentication, { email, password: body.password }, browserOf(request)))
  })
  mountSignIn(routes, contract.setUpOwner, async ({ body, request, response }) => {
    await setUpOwner(database, authentication, body)
    return begin(response, await signIn(authentication, body, browserOf(request)))
  })
}
