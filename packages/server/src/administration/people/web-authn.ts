import { z } from 'zod'
import { AppError } from '../../errors.ts'

/** The library that checks passkeys. Who signs in with a password never loads it. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

const clientDataSchema = z.object({ challenge: z.string().min(1).max(200) })

/** The challenge that a browser says it has answered. @throws AppError `invalid_request` */
export const readChallenge = (clientDataJson: string): string => {
  try {
    const text = Buffer.from(clientDataJson, 'base64url').toString('utf8')
    return clientDataSchema.parse(JSON.parse(text)).challenge
  } catch (cause) {
    throw new AppError('invalid_request', 'clientDataJSON names no challenge.', { cause })
  }
}
