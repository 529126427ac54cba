/** What one call of git signs in with, by HTTP Basic. */
export interface GitCredentials {
  readonly username: string
  readonly token: string
}

const encode = ({ username, token }: GitCredentials): string => Buffer.from(`${username}:${token}`).toString('base64')

/** The setting of one call of git by which it signs in to the host of this address, and to no other. */
export const signIn = (address: string, credentials: GitCredentials): [name: string, value: string] => [
  `http.${new URL(address).origin}/.extraHeader`,
  `Authorization: Basic ${encode(credentials)}`,
]

/** Blanks a token, also in the forms in which a header or an address holds it. */
export const withoutCredentials = (text: string, credentials: GitCredentials | undefined): string => {
  if (!credentials?.token) return text
  const forms = [encode(credentials), encodeURIComponent(credentials.token), credentials.token]
  return forms.reduce((clean, secret) => clean.split(secret).join('***'), text)
}

/** Whether a secret that is sent there can be read by nobody on the way: by https, or on this machine. */
export const isSafeForSecrets = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname))
