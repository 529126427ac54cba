import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { OidcConfig } from '../../config.ts'

/** The library’s name of it among the ways to sign in. */
export const oidcProvider = 'oidc'

/**
 * The library’s part for it: authorization code with PKCE, state and nonce, and an identity whose signature is checked. It signs in
 * who is there; nobody becomes a person by it.
 */
export const openOidc = ({ issuer, clientId, clientSecret }: OidcConfig) =>
  genericOAuth({
    config: [
      {
        providerId: oidcProvider,
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        requireIdTokenVerification: true,
        clientId,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        disableSignUp: true,
      },
    ],
  })
