import { z } from 'zod'
import { administration, noSuchSite } from './admin.ts'
import { endpoint } from './endpoint.ts'
import { languageTag } from './language.ts'

const webAddress = z
  .string()
  .max(1_000)
  .regex(/^(?:https?:\/\/[^\s/]+\S*|mailto:[^\s@]+@[^\s@]+)$/i, 'must be an http(s) or mailto address')

export const glossaryEntrySchema = z
  .object({ term: z.string().min(1).max(100), meaning: z.string().min(1).max(500) })
  .meta({ id: 'GlossaryEntry' })

/** Files that readers may attach, by what their first bytes say. */
export const attachmentTypeSchema = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'])

/** How a site wants its questions answered. `null` and an empty list mean: nothing special. */
export const siteSettingsSchema = z
  .object({
    name: z.string().nullable().describe('What answers call the product; the name of the site when null.'),
    instructions: z
      .string()
      .nullable()
      .describe('What the owner wants of every answer. It counts more than the pages, and less than the rules.'),
    tone: z.string().nullable().describe('How answers sound, such as “warm and brief”.'),
    glossary: z.array(glossaryEntrySchema).describe('Words of this product and what they mean.'),
    neverTalkAbout: z.array(z.string()).describe('A question that names one of these is declined in one sentence.'),
    supportUrl: z.string().nullable().describe('Where readers find help when the documentation does not say.'),
    languages: z
      .array(z.string())
      .describe('Languages of answers; the first is used when the question is in no listed one. None: any.'),
    attachments: z
      .array(attachmentTypeSchema)
      .describe(
        'Media types of files that readers may attach to a question. The model has to read them. None: no files.',
      ),
  })
  .meta({ id: 'SiteSettings' })

/** What is left out stays as it is; `null` clears it. */
export const siteSettingsUpdateSchema = z.object({
  name: z.string().min(1).max(200).nullish(),
  instructions: z.string().min(1).max(4_000).nullish(),
  tone: z.string().min(1).max(200).nullish(),
  glossary: z.array(glossaryEntrySchema).max(100).nullish(),
  neverTalkAbout: z.array(z.string().min(2).max(200)).max(100).nullish(),
  supportUrl: webAddress.nullish(),
  languages: z.array(languageTag).max(50).nullish(),
  attachments: z.array(attachmentTypeSchema).max(10).nullish(),
})

const settings = {
  ...administration,
  path: '/admin/v1/sites/{domain}/settings',
  responses: {
    200: { description: 'The settings.', schema: siteSettingsSchema },
    404: noSuchSite,
  },
} as const

export const getSiteSettings = endpoint({
  ...settings,
  operationId: 'getSiteSettings',
  method: 'get',
  summary: 'How a site’s questions are answered',
})

export const updateSiteSettings = endpoint({
  ...settings,
  operationId: 'updateSiteSettings',
  method: 'patch',
  summary: 'Change how a site’s questions are answered',
  description: 'What is left out stays as it is; `null` clears it. The next question is answered by the new settings.',
  body: siteSettingsUpdateSchema,
})

export type AttachmentType = z.infer<typeof attachmentTypeSchema>
export type SiteSettings = z.infer<typeof siteSettingsSchema>
export type SiteSettingsUpdate = z.infer<typeof siteSettingsUpdateSchema>
