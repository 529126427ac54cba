import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { modelFindingsSchema } from './installation.ts'
import { languageTag } from './language-tag.ts'
import { lookSchema } from './look.ts'
import { pricesSchema, webhookEventSchema } from './projects.ts'
import { emailSchema } from './sessions.ts'

/** Schemes have no case. A flag can’t say so: patterns of JSON Schema have none. */
const supportAddress = z
  .string()
  .max(1_000)
  .regex(
    /^(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/]+\S*|[Mm][Aa][Ii][Ll][Tt][Oo]:[^\s@]+@[^\s@]+)$/,
    'must be an http(s) or mailto address',
  )

const isMail = (to: string): boolean => /^mailto:/i.test(to)

const handOffSchema = z
  .object({ to: supportAddress.describe('Address of a webhook, or `mailto:` and an e-mail address.') })
  .meta({ id: 'HandOff' })

const handOffUpdateSchema = handOffSchema
  .extend({
    secret: z.string().min(16).max(200).optional().describe('Signs what the webhook gets. It can’t be read back.'),
  })
  .refine(({ to }) => !isMail(to) || z.email().safeParse(to.slice('mailto:'.length)).success, {
    path: ['to'],
    message: 'must be one e-mail address behind mailto:',
  })
  .refine(({ to, secret }) => isMail(to) === (secret === undefined), {
    path: ['secret'],
    message: 'A webhook needs a secret, which signs what it gets; an e-mail address has none.',
  })

/** What people are told of a site by mail. */
export const mailEventSchema = webhookEventSchema.exclude(['job'])

const siteMailSchema = z
  .object({
    to: z.array(emailSchema).min(1).max(10).describe('E-mail addresses.'),
    events: z
      .array(mailEventSchema)
      .max(2)
      .describe(
        '`alert` when a sync or the model fails, `digest` each Monday. Without any, the addresses are kept and get no mail.',
      ),
  })
  .meta({ id: 'SiteMail' })

const glossaryEntrySchema = z
  .object({ term: z.string().min(1).max(100), meaning: z.string().min(1).max(500) })
  .meta({ id: 'GlossaryEntry' })

/** Media types that a site can allow as attachments. The server recognizes a file by its first bytes, not by its name. */
export const attachmentTypeSchema = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'])

/** How a site's questions are answered. `null` and an empty list mean the default. Read for every question. */
export const siteSettingsSchema = z
  .object({
    name: z.string().nullable().describe('What answers call the product. Null means the name of the site.'),
    instructions: z
      .string()
      .nullable()
      .describe(
        'The owner’s instructions for every answer. They rank above the pages and below the assistant’s rules.',
      ),
    tone: z.string().nullable().describe('How answers sound, such as “warm and brief”.'),
    glossary: z.array(glossaryEntrySchema).describe('Words of this product and what they mean.'),
    neverTalkAbout: z.array(z.string()).describe('Questions that mention one of these are declined in one sentence.'),
    supportUrl: z.string().nullable().describe('Where readers find help if the documentation doesn’t answer.'),
    handOff: handOffSchema
      .nullable()
      .describe('Where readers can send their conversation if the documentation doesn’t answer. Null offers none.'),
    languages: z
      .array(z.string())
      .describe('Languages to answer in. The first is used if the question is in none of them. Empty allows any.'),
    attachments: z
      .array(attachmentTypeSchema)
      .describe('Media types that readers may attach, which the model must be able to read. Empty allows no files.'),
    prices: pricesSchema.nullable().describe('What the tokens of answers cost. Null counts tokens only.'),
    mail: siteMailSchema.nullable().describe('Who is told of the site by mail, and of what. Null tells nobody.'),
    look: lookSchema
      .nullable()
      .describe('What readers see of the assistant where the tag doesn’t say otherwise. Null stores nothing of it.'),
  })
  .meta({ id: 'SiteSettings' })

/** Body of `updateSiteSettings`. */
export const siteSettingsUpdateSchema = z.object({
  name: z.string().min(1).max(200).nullish(),
  instructions: z.string().min(1).max(4_000).nullish(),
  tone: z.string().min(1).max(200).nullish(),
  glossary: z.array(glossaryEntrySchema).max(100).nullish(),
  neverTalkAbout: z.array(z.string().min(2).max(200)).max(100).nullish(),
  supportUrl: supportAddress.nullish(),
  handOff: handOffUpdateSchema.nullish(),
  languages: z.array(languageTag).max(50).nullish(),
  attachments: z.array(attachmentTypeSchema).max(10).nullish(),
  prices: pricesSchema.nullish(),
  mail: siteMailSchema.nullish(),
  look: lookSchema.nullish(),
})

const settings = {
  ...administration,
  path: '/admin/v1/sites/{domain}/settings',
  responses: {
    200: { description: 'The settings.', schema: siteSettingsSchema },
    404: noSuchSite,
  },
} as const

/** Fetches a site's settings. */
export const getSiteSettings = endpoint({
  ...settings,
  operationId: 'getSiteSettings',
  role: 'viewer',
  method: 'get',
  summary: 'See how a site’s questions are answered',
})

/** Changes a site's settings. Fields that are left out keep their value. */
export const updateSiteSettings = endpoint({
  ...settings,
  operationId: 'updateSiteSettings',
  role: 'editor',
  method: 'patch',
  summary: 'Change how a site’s questions are answered',
  description: 'Fields you omit keep their value; `null` resets a field. The next question uses the new settings.',
  body: siteSettingsUpdateSchema,
})

/** Sends a test mail to everybody who is told of a site. */
export const checkSiteMail = endpoint({
  ...administration,
  operationId: 'checkSiteMail',
  role: 'editor',
  method: 'post',
  path: '/admin/v1/sites/{domain}/settings/mail/checks',
  summary: 'Send a test mail to everybody who is told of a site',
  description: 'To the addresses that are stored, at once, and once each.',
  limits: [{ name: 'mail-checks-organization-hour', subject: 'organization', requests: 20, seconds: 3_600 }],
  responses: {
    200: { description: 'A finding for each address.', schema: modelFindingsSchema },
    404: noSuchSite,
    409: { description: 'Nobody is told of the site by mail, or the server sends none.' },
  },
})

/** A media type that a site can allow as an attachment; see `attachmentTypeSchema`. */
export type AttachmentType = z.infer<typeof attachmentTypeSchema>
/** What people are told of a site by mail; see `mailEventSchema`. */
export type MailEvent = z.infer<typeof mailEventSchema>
/** A site's settings; see `siteSettingsSchema`. */
export type SiteSettings = z.infer<typeof siteSettingsSchema>
/** Body of `updateSiteSettings`. `null` resets a field, an absent one stays. */
export type SiteSettingsUpdate = z.infer<typeof siteSettingsUpdateSchema>
