import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { publicLimits } from './limits.ts'

/** A challenge of ALTCHA version 2 (https://altcha.org), with the one algorithm that browsers have built in. */
export const challengeSchema = z
  .object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string().describe('Hexadecimal. The password is these bytes, then the counter in 4 bytes, big-endian.'),
      salt: z.string().describe('Hexadecimal.'),
      cost: z.int().describe('Iterations of PBKDF2.'),
      keyLength: z.int().describe('Bytes to derive.'),
      keyPrefix: z.string().describe('Hexadecimal. What the derived key must start with. Try counters from 0 on.'),
      keySignature: z.string(),
      expiresAt: z.int().describe('Seconds since 1970.'),
      data: z.record(z.string(), z.string()).describe('The site that the proof is for.'),
    }),
    signature: z.string(),
  })
  .meta({ id: 'Challenge' })

/** Gives out a challenge. Its solution, sent with a question, is the proof of work that a site can require. */
export const getChallenge = endpoint({
  operationId: 'getChallenge',
  tag: 'Discovery',
  method: 'get',
  path: '/discovery/v1/assistant/{domain}/challenge',
  summary: 'Get a challenge for a proof of work',
  description:
    'For sites that require one. Send the proof with a question in the header `X-Sidenote-Proof`: the Base64 of the JSON ' +
    '`{"challenge": …, "solution": {"counter": 123, "derivedKey": "…hexadecimal…"}}`, with the challenge unchanged. ' +
    'A proof is good for one question to this site, until the challenge expires.',
  key: 'assistant',
  limits: publicLimits('challenge'),
  body: undefined,
  query: undefined,
  responses: {
    200: { description: 'The challenge.', schema: challengeSchema },
    404: { description: 'No such site, or it requires no proof of work.' },
  },
})

/** A challenge; see `challengeSchema`. */
export type Challenge = z.infer<typeof challengeSchema>
