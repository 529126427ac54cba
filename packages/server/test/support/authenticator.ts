import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()
const base64url = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64url')

/** Present and verified; with a new credential, its data follow. */
const flags = { used: 0x05, made: 0x45 }

const optionsSchema = z.object({
  options: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string() }).optional(),
    rpId: z.string().optional(),
    user: z.object({ id: z.string() }).optional(),
  }),
})

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const uint16 = (value: number): Buffer => uint32(value).subarray(2)

/** A text of fewer than 24 bytes in CBOR. */
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

/** A device that makes one passkey, and answers challenges with it, as a browser hands them over. */
export const createAuthenticator = (origin: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, challenge: string, from: string): string =>
    JSON.stringify({ type, challenge, origin: from, crossOrigin: false })

  const authenticatorData = (rpId: string, flag: number, credential = Buffer.alloc(0)): Buffer =>
    Buffer.concat([sha256(rpId), Buffer.from([flag]), uint32(counter), credential])

  /** The public key as COSE writes it: EC2, ES256, P-256. */
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} }

  return {
    /** Sets how often it says it was used. */
    setCounter(value: number) {
      counter = value
    },
    /** Makes the passkey for options of `beginPasskey`. @param from the origin that the browser names */
    make(answer: unknown, from = origin) {
      const { challenge, rp } = optionsSchema.parse(answer).options
      const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseKey])
      const data = authenticatorData(rp?.id ?? '', flags.made, attested)
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0]), cborText('authData')],
        Buffer.from([0x58, data.length]),
        data,
      ])
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, from)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      }
      return { ...named, response }
    },
    /** Answers the challenge of `beginPasskeySignIn`. @param from the origin that the browser names */
    use(answer: unknown, from = origin) {
      counter += 1
      const { challenge, rpId = '' } = optionsSchema.parse(answer).options
      const data = authenticatorData(rpId, flags.used)
      const client = clientData('webauthn.get', challenge, from)
      const signature = createSign('SHA256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
      return { ...named, response }
    },
  }
}
