import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { endpoint } from './endpoint.ts'

/** Whether a site's domain is proven to be its organization's, and how to prove it. */
export const domainProofSchema = z
  .object({
    domain: z.string(),
    provenBy: z.enum(['file', 'record']).nullable().describe('Where the proof was. Null if the domain isn’t proven.'),
    provenAt: z.iso.datetime().nullable(),
    checkedAt: z.iso.datetime().nullable().describe('When the proof was last there. It is looked for every day.'),
    line: z.string().describe('The line that proves the domain for this organization on this server. It is no secret.'),
    file: z
      .string()
      .nullable()
      .describe(
        'Address of a file that proves the domain if the line is in it. Null for what isn’t a name in the DNS.',
      ),
    record: z.string().nullable().describe('Name of a DNS TXT record that proves the domain if it is the line.'),
  })
  .meta({ id: 'DomainProof' })

const proof = { ...administration, path: '/admin/v1/sites/{domain}/proof' } as const

/** Fetches whether a site's domain is proven, and how to prove it. */
export const getDomainProof = endpoint({
  ...proof,
  operationId: 'getDomainProof',
  role: 'viewer',
  method: 'get',
  summary: 'See whether a site’s domain is proven, and how to prove it',
  responses: { 200: { description: 'The proof.', schema: domainProofSchema }, 404: noSuchSite },
})

/** Looks for the proof of a site's domain. The latest proof of a domain counts, whoever had proven it before. */
export const proveDomain = endpoint({
  ...proof,
  operationId: 'proveDomain',
  role: 'editor',
  method: 'post',
  summary: 'Prove that a site’s domain is yours',
  description:
    'Looks for the line in the file and in the DNS record. Once it was found, open pages of the site are at `/sites/{domain}/…`. Whoever has proven a domain last has it.',
  limits: [{ name: 'proofs-organization-hour', subject: 'organization', requests: 100, seconds: 3_600 }],
  responses: {
    200: { description: 'It is proven.', schema: domainProofSchema },
    404: noSuchSite,
    409: { description: 'The line is in neither place.' },
  },
})

/** Whether a site's domain is proven; see `domainProofSchema`. */
export type DomainProof = z.infer<typeof domainProofSchema>
