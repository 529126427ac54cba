import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { publicLimits } from './limits.ts'
import { webUrl } from './web-address.ts'

/**
 * What readers see of the assistant, as its panel shows it: options of the widget that are stored with the site, under their
 * names there. An option of the tag wins over it.
 */
export const lookSchema = z
  .object({
    title: z.string().min(1).max(100).optional().describe('What the assistant is named after.'),
    logo: webUrl.max(1_000).optional().describe('Address of a picture for the head of the panel.'),
    placeholder: z.string().min(1).max(100).optional().describe('Text in the empty text box.'),
    disclaimer: z.string().max(300).optional().describe('The line below the text box. An empty text removes it.'),
    questions: z
      .array(
        z
          .string()
          .min(1)
          .max(200)
          .regex(/^[^|]+$/, 'must be a question without "|"'),
      )
      .min(1)
      .max(3)
      .optional()
      .describe('Questions to begin with.'),
    accent: z
      .string()
      .max(100)
      .regex(/^[A-Za-z#-][\w#%(),./ +*-]*$/, 'must be a CSS colour, such as #0f766e or var(--brand)')
      .optional()
      .describe('A CSS colour. The browser passes over what it does not know.'),
    theme: z.enum(['light', 'dark']).optional().describe('Of the panel, also on a page that is not.'),
    radius: z.int().min(0).max(32).optional().describe('Of floating corners, in pixels.'),
  })
  .meta({ id: 'Look' })

/** Fetches what the widget shows when its tag doesn’t say otherwise. */
export const getLook = endpoint({
  operationId: 'getLook',
  tag: 'Discovery',
  method: 'get',
  path: '/discovery/v1/look/{domain}',
  summary: 'Fetch the look that is stored with a site',
  description:
    'The setting `look` of the site, for the panel of the widget. A browser keeps it for five minutes. What is left out is not ' +
    'stored, and the widget’s own default holds.',
  key: 'assistant',
  limits: publicLimits('look'),
  body: undefined,
  query: undefined,
  responses: { 200: { description: 'The look.', schema: lookSchema } },
})

/** What readers see of the assistant; see `lookSchema`. */
export type Look = z.infer<typeof lookSchema>
