import type { Session } from '@sidenote/contract'
import { api } from './request.ts'

/** Options of a passkey as the server writes them; the browser reads them itself. */
interface Options<Json> {
  readonly options: Json
}

/** An IP address ends in a number, or has brackets around it. */
const isIpAddress = (host: string): boolean =>
  host.startsWith('[') || !Number.isNaN(Number(host.slice(host.lastIndexOf('.') + 1)))

/** Browsers know passkeys on HTTPS and on localhost, and not where a server is named by its IP address. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function' &&
  !isIpAddress(window.location.hostname)

/** Whoever closes the browser's window has changed their mind. */
export const isChangeOfMind = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)

const toJson = (credential: Credential | null): ReturnType<PublicKeyCredential['toJSON']> => {
  if (credential instanceof PublicKeyCredential) return credential.toJSON()
  throw new Error('The browser gave no passkey.')
}

/** Has the browser make a passkey for the person who is signed in, and adds it under a name. */
export const addPasskey = async (name: string): Promise<void> => {
  const { options } = await api.post<Options<PublicKeyCredentialCreationOptionsJSON>>('/admin/v1/passkeys/options')
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = toJson(await navigator.credentials.create({ publicKey }))
  await api.post('/admin/v1/passkeys', { body: { name, credential } })
}

/** Has somebody choose a passkey, and signs them in with it. */
export const signInWithPasskey = async (): Promise<Session> => {
  const { options } = await api.post<Options<PublicKeyCredentialRequestOptionsJSON>>('/dashboard/auth/passkey/options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = toJson(await navigator.credentials.get({ publicKey }))
  return api.post<Session>('/dashboard/auth/passkey', { body: { credential } })
}
