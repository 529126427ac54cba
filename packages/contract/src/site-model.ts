import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { modelFindingsSchema } from './installation.ts'
import { webUrl } from './web-address.ts'

/** The language model that answers a site's questions. Its key is never shown. */
export const siteModelSchema = z
  .object({
    model: z
      .string()
      .nullable()
      .describe('`provider:model`, such as `openai:gpt-5-mini`. Null if the site has none of its own.'),
    baseUrl: z.string().nullable().describe('Address of an `openai-compatible` service.'),
    hasKey: z.boolean().describe('Whether a key of the provider is stored for the site.'),
    serverModel: z.string().nullable().describe('What answers without a model of the site; null for excerpts.'),
    embeddingModel: z
      .string()
      .nullable()
      .describe('What search by meaning uses, on all sites of the server. Null: search goes by words.'),
    rerankingModel: z
      .string()
      .nullable()
      .describe('What puts search results in order, on all sites of the server. Null for none.'),
    checkingModel: z
      .string()
      .nullable()
      .describe(
        'What looks again at statements that rules leave open. Null if rules alone check answers of this site.',
      ),
    updatedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SiteModel' })

const siteModelUpdateSchema = z.object({
  model: z
    .string()
    .max(200)
    .regex(/^[a-z-]+:\S+$/, 'must be provider:model, such as openai:gpt-5-mini')
    .nullish()
    .describe('Null gives the site the server’s model again, and deletes its key.'),
  baseUrl: webUrl.max(1_000).nullish().describe('Needed for the provider `openai-compatible`, and for no other.'),
  key: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .nullish()
    .describe('Of the provider. Sealed when it’s stored, and never shown. Null deletes it.'),
})

const siteModel = {
  ...administration,
  path: '/admin/v1/sites/{domain}/model',
  responses: { 200: { description: 'The model.', schema: siteModelSchema }, 404: noSuchSite },
} as const

/** Fetches the model of a site. */
export const getSiteModel = endpoint({
  ...siteModel,
  operationId: 'getSiteModel',
  role: 'viewer',
  method: 'get',
  summary: 'See which language model answers a site’s questions',
})

/** Changes the model of a site. Fields that are left out keep their value. */
export const updateSiteModel = endpoint({
  ...siteModel,
  operationId: 'updateSiteModel',
  role: 'editor',
  method: 'patch',
  summary: 'Give a site a language model of its own',
  description:
    'The next question uses it, in every process. A stored key is deleted when the provider or the address changes and no new key comes with that, so that it is never sent to another place than the one it was entered for. When the model fails, excerpts from the pages stand in.',
  body: siteModelUpdateSchema,
})

/** Asks the model of a site for one word. */
export const checkSiteModel = endpoint({
  ...administration,
  operationId: 'checkSiteModel',
  role: 'editor',
  method: 'post',
  path: '/admin/v1/sites/{domain}/model/checks',
  summary: 'Have the server ask the model of a site for one word',
  description: 'With the key that is stored. It costs a few tokens.',
  limits: [{ name: 'checks-organization-hour', subject: 'organization', requests: 100, seconds: 3_600 }],
  responses: { 200: { description: 'A finding for each model.', schema: modelFindingsSchema }, 404: noSuchSite },
})

/** The language model of a site; see `siteModelSchema`. */
export type SiteModel = z.infer<typeof siteModelSchema>
/** Body of `updateSiteModel`. `null` resets a field, an absent one stays. */
export type SiteModelUpdate = z.infer<typeof siteModelUpdateSchema>
