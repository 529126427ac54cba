import { readFile } from 'node:fs/promises'
import * as contract from '@sidenote/contract'
import { CommandError, UsageError } from '../command-error.ts'
import { collect, orNull, present } from '../options.ts'
import {
  type CommandContext,
  type CommonOptions,
  type Environment,
  type ProgramParts,
  secretFrom,
} from '../program-parts.ts'

/** An empty text clears a setting; a list replaces the earlier one. */
interface SettingsOptions extends CommonOptions {
  readonly name?: string
  readonly tone?: string
  readonly supportUrl?: string
  readonly handOff?: string
  readonly handOffSecretVariable?: string
  /** Text, or `@file`. */
  readonly instructions?: string
  /** `term=meaning`. */
  readonly term?: readonly string[]
  readonly never?: readonly string[]
  readonly language?: readonly string[]
  readonly attachment?: readonly string[]
  readonly mail?: readonly string[]
  readonly mailEvent?: readonly string[]
  /** `option=value`, with the names of the widget’s options. */
  readonly look?: readonly string[]
}

type SettingsParts = Pick<ProgramParts, 'absolute' | 'environment'>

const readText = async (text: string | undefined, absolute: ProgramParts['absolute']): Promise<string | undefined> => {
  if (!text?.startsWith('@')) return text
  const file = absolute(text.slice(1))
  const content = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`Cannot read the instructions in ${file}.`, { cause })
  })
  return content.trim()
}

const readTerm = (text: string) => {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`--term is "${text}", but must be "term=meaning".`)
  return { term: text.slice(0, at).trim(), meaning: text.slice(at + 1).trim() }
}

const readAttachmentType = (text: string): contract.AttachmentType => {
  const type = contract.attachmentTypeSchema.safeParse(text)
  if (type.success) return type.data
  const types = contract.attachmentTypeSchema.options.join(', ')
  throw new UsageError(`--attachment is "${text}", but must be one of ${types}.`)
}

/** Where conversations are handed over; undefined when no option speaks of it. */
const readHandOff = (environment: Environment, { handOff, handOffSecretVariable }: SettingsOptions) => {
  if (handOff === '') return null
  if (handOff !== undefined)
    return {
      to: handOff,
      ...(handOffSecretVariable && { secret: secretFrom(environment, handOffSecretVariable) }),
    }
  if (handOffSecretVariable === undefined) return undefined
  throw new UsageError('--hand-off-secret-variable needs --hand-off.')
}

const readMailEvent = (text: string): contract.MailEvent => {
  const event = contract.mailEventSchema.safeParse(text)
  if (event.success) return event.data
  throw new UsageError(`--mail-event is "${text}", but must be one of ${contract.mailEventSchema.options.join(', ')}.`)
}

/** Who gets mail, and of what; undefined when no option speaks of it. */
const readMail = ({ mail, mailEvent }: SettingsOptions): contract.SiteSettingsUpdate['mail'] => {
  const to = withoutEmpty(mail)
  if (to === undefined) {
    if (mailEvent === undefined) return undefined
    throw new UsageError('--mail-event needs --mail.')
  }
  const events = mailEvent?.map(readMailEvent) ?? contract.mailEventSchema.options
  return to.length === 0 ? null : { to, events: [...events] }
}

const lookNames = Object.keys(contract.lookSchema.shape)

const readLookEntry = (text: string): readonly [string, unknown] => {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? []
  if (!lookNames.includes(name))
    throw new UsageError(`--look is "${text}", but must be "option=value" with one of ${lookNames.join(', ')}.`)
  if (name === 'radius') return [name, Number(value)]
  return [name, name === 'questions' ? value.split('|').map((question) => question.trim()) : value]
}

/** What readers see of the assistant; undefined when no option speaks of it. */
const readLook = ({ look }: SettingsOptions): contract.SiteSettingsUpdate['look'] => {
  const entries = withoutEmpty(look)?.map(readLookEntry)
  if (entries === undefined) return undefined
  if (entries.length === 0) return null
  const parsed = contract.lookSchema.safeParse(Object.fromEntries(entries))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new UsageError(`--look ${issue?.path[0]?.toString()} is not allowed: ${issue?.message}.`)
}

const writeLook = (look: contract.Look): string =>
  Object.entries(look)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(' | ') : value}`)
    .join('; ')

const withoutEmpty = (values: readonly string[] | undefined): string[] | undefined =>
  values?.filter((value) => value !== '')

const readUpdate = async (
  options: SettingsOptions,
  { absolute, environment }: SettingsParts,
): Promise<contract.SiteSettingsUpdate> => {
  const { name, tone, supportUrl, instructions, term, never, language, attachment } = options
  return present({
    name: orNull(name),
    tone: orNull(tone),
    supportUrl: orNull(supportUrl),
    handOff: readHandOff(environment, options),
    instructions: orNull(await readText(instructions, absolute)),
    glossary: withoutEmpty(term)?.map(readTerm),
    neverTalkAbout: withoutEmpty(never),
    languages: withoutEmpty(language),
    attachments: withoutEmpty(attachment)?.map(readAttachmentType),
    mail: readMail(options),
    look: readLook(options),
  })
}

const writeSettings = (settings: contract.SiteSettings): string => {
  const lines = [
    ['name', settings.name ?? 'the name of the site'],
    ['tone', settings.tone ?? 'none'],
    ['instructions', settings.instructions ?? 'none'],
    ['glossary', settings.glossary.map(({ term, meaning }) => `${term}: ${meaning}`).join('; ') || 'none'],
    ['never', settings.neverTalkAbout.join('; ') || 'none'],
    ['support', settings.supportUrl ?? 'none'],
    ['hand-off', settings.handOff?.to ?? 'none'],
    ['languages', settings.languages.join(', ') || 'any'],
    ['attachments', settings.attachments.join(', ') || 'none'],
    ['mail', settings.mail ? `${settings.mail.to.join(', ')} (${settings.mail.events.join(', ')})` : 'nobody'],
    ['look', settings.look ? writeLook(settings.look) : 'of the tag'],
  ]
  return lines.map(([name = '', value]) => `${name.padEnd(13)} ${value}`).join('\n')
}

/** Shows how a site’s questions are answered, after changing what the options say. */
const changeSettings = async (
  { client, print }: CommandContext,
  domain: string,
  body: contract.SiteSettingsUpdate,
): Promise<void> => {
  const params = { domain }
  const settings =
    Object.keys(body).length > 0
      ? await client(contract.updateSiteSettings, { params, body }, contract.siteSettingsSchema)
      : await client(contract.getSiteSettings, { params }, contract.siteSettingsSchema)
  print(settings, writeSettings(settings))
}

/** Adds `sites settings` to the program. */
export const addSettingsCommand = (parts: ProgramParts): void => {
  const { clientCommand, contextOf, sites } = parts
  clientCommand(sites, 'settings <domain>', 'show or change how a site’s questions are answered')
    .option('--name <name>', 'the product’s name in answers')
    .option('--tone <tone>', 'how answers sound')
    .option('--instructions <text>', 'instructions for every answer; @file reads them from a file')
    .option('--term <term=meaning>', 'a glossary term; repeatable; replaces the glossary', collect)
    .option('--never <topic>', 'a topic to decline; repeatable; replaces the list', collect)
    .option('--support-url <url>', 'where readers find help if the documentation doesn’t have the answer')
    .option('--hand-off <address>', 'where readers can send their conversation: a webhook, or mailto:ADDRESS')
    .option(
      '--hand-off-secret-variable <name>',
      'environment variable with the secret that signs what the webhook gets',
    )
    .option('--language <tag>', 'a language of answers, such as en; repeatable; replaces the list', collect)
    .option(
      '--attachment <type>',
      'files that readers may attach, such as image/png; needs a model that reads them; repeatable; replaces the list',
      collect,
    )
    .option('--mail <address>', 'who gets mail; repeatable; replaces the list', collect)
    .option('--mail-event <event>', 'what they get mail of: alert, digest; repeatable; both by default', collect)
    .option(
      '--look <option=value>',
      'an option of the widget to store with the site, such as accent=#0f766e; repeatable; replaces all',
      collect,
    )
    .addHelpText('after', '\nAn empty text clears a setting: --tone ""')
    .action(async (domain: string, options: SettingsOptions) =>
      changeSettings(contextOf(options), domain, await readUpdate(options, parts)),
    )
}
