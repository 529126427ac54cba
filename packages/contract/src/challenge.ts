import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { organizationHourly } from './limits.ts'

/** A challenge of ALTCHA, version 2, with the algorithm that browsers have built in. */
export const challengeSchema = z
  .object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string().describe('Hexadecimal. The password is these bytes and the counter, as 4 bytes, big-endian.'),
      salt: z.string().describe('Hexadecimal.'),
      cost: z.int().describe('Iterations of PBKDF2.'),
      keyLength: z.int().describe('Bytes to derive.'),
      keyPrefix: z.string().describe('Hexadecimal; what the derived key has to begin with. Counters are tried from 0.'),
      keySignature: z.string(),
      expiresAt: z.int().describe('Seconds since 1970.'),
      data: z.record(z.string(), z.string()).describe('The site that the proof is good for.'),
    }),
    signature: z.string(),
  })
  .meta({ id: 'Challenge' })

export const getChallenge = endpoint({
  operationId: 'getChallenge',
  tag: 'Discovery',
  method: 'get',
  path: '/discovery/v1/assistant/{domain}/challenge',
  summary: 'Get a challenge for a proof of work',
  description:
    'For sites that ask for one. The header `X-Sidenote-Proof` of a question is the Base64 of the JSON ' +
    '`{"challenge": …, "solution": {"counter": 123, "derivedKey": "…hexadecimal…"}}`, with the challenge as it was given. ' +
    'A proof is good for one question to this site, until the challenge expires.',
  key: 'assistant',
  limits: [organizationHourly('challenge')],
  body: undefined,
  query: undefined,
  responses: {
    200: { description: 'The challenge.', schema: challengeSchema },
    404: { description: 'No such site, or it asks for no proof of work.' },
  },
})

export type Challenge = z.infer<typeof challengeSchema>
