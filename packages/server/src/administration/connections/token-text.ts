import { createHash, randomBytes } from 'node:crypto'
import type { ConnectionTokenRow } from '../../database/tables.ts'

type Kind = ConnectionTokenRow['kind']

/** They begin as keys do, so that the log hides them too. */
const prefixes: Readonly<Record<Kind, string>> = {
  code: 'svc_code_',
  access: 'svc_mcp_',
  refresh: 'svc_refresh_',
}

const tokenBytes = 32

/** A new token: 256 random bits. */
export const createTokenText = (kind: Kind): string => prefixes[kind] + randomBytes(tokenBytes).toString('base64url')

/** Whether a text may be the access token of a connection. */
export const isAccessToken = (text: string): boolean => text.startsWith(prefixes.access)

/** What is stored of a token. */
export const hashToken = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Whether a secret is the one whose hash came with the request (S256 of RFC 7636). */
export const answersChallenge = (verifier: string, challenge: string): boolean =>
  createHash('sha256').update(verifier).digest('base64url') === challenge
