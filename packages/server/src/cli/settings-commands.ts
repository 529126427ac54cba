import { readFile } from 'node:fs/promises'
import * as contract from '@sidenote/contract'
import { CommandError, UsageError } from './client.ts'
import type { CommandContext } from './commands.ts'

/** What `sites settings` was typed with. An empty text clears a setting. */
export interface SettingsOptions {
  readonly name?: string
  readonly tone?: string
  readonly supportUrl?: string
  /** Text, or `@file`. */
  readonly instructions?: string
  /** `term=meaning`; replaces the glossary. */
  readonly term?: readonly string[]
  /** Replaces the list. */
  readonly never?: readonly string[]
  /** Replaces the list. */
  readonly language?: readonly string[]
  /** Replaces the list. */
  readonly attachment?: readonly string[]
}

/** Changes how the questions of a site are answered; without options, prints how they are. */
export const changeSettings = async (
  { client, print }: CommandContext,
  { domain, options, folder }: { domain: string; options: SettingsOptions; folder: (path: string) => string },
): Promise<void> => {
  const body = await readUpdate(options, folder)
  const input = { params: { domain } }
  const settings =
    Object.keys(body).length === 0
      ? await client(contract.getSiteSettings, input, contract.siteSettingsSchema)
      : await client(contract.updateSiteSettings, { ...input, body }, contract.siteSettingsSchema)
  print(settings, writeSettings(settings))
}

const readUpdate = async (
  options: SettingsOptions,
  folder: (path: string) => string,
): Promise<contract.SiteSettingsUpdate> => {
  const instructions = await readText(options.instructions, folder)
  const { name, tone, supportUrl, term, never, language, attachment } = options
  const list = (values: readonly string[]) => values.filter((value) => value !== '')
  return {
    ...(name !== undefined && { name: name || null }),
    ...(tone !== undefined && { tone: tone || null }),
    ...(supportUrl !== undefined && { supportUrl: supportUrl || null }),
    ...(instructions !== undefined && { instructions: instructions || null }),
    ...(term && { glossary: list(term).map(readTerm) }),
    ...(never && { neverTalkAbout: list(never) }),
    ...(language && { languages: list(language) }),
    ...(attachment && { attachments: list(attachment).map(readAttachmentType) }),
  }
}

const readText = async (text: string | undefined, folder: (path: string) => string): Promise<string | undefined> => {
  if (!text?.startsWith('@')) return text
  const file = folder(text.slice(1))
  return readFile(file, 'utf8').then(
    (read) => read.trim(),
    (cause: unknown) => {
      throw new CommandError(`The file ${file} with the instructions cannot be read.`, { cause })
    },
  )
}

const readTerm = (written: string) => {
  const at = written.indexOf('=')
  if (at < 1) throw new UsageError(`--term is "${written}", but must be "term=meaning".`)
  return { term: written.slice(0, at).trim(), meaning: written.slice(at + 1).trim() }
}

const readAttachmentType = (written: string): contract.AttachmentType => {
  const read = contract.attachmentTypeSchema.safeParse(written)
  if (read.success) return read.data
  const known = contract.attachmentTypeSchema.options.join(', ')
  throw new UsageError(`--attachment is "${written}", but must be one of ${known}.`)
}

const writeSettings = (settings: contract.SiteSettings): string => {
  const lines = [
    ['name', settings.name ?? 'the name of the site'],
    ['tone', settings.tone ?? 'none'],
    ['instructions', settings.instructions ?? 'none'],
    ['glossary', settings.glossary.map(({ term, meaning }) => `${term}: ${meaning}`).join('; ') || 'none'],
    ['never', settings.neverTalkAbout.join('; ') || 'none'],
    ['support', settings.supportUrl ?? 'none'],
    ['languages', settings.languages.join(', ') || 'any'],
    ['attachments', settings.attachments.join(', ') || 'none'],
  ]
  return lines.map(([name = '', value]) => `${name.padEnd(13)} ${value}`).join('\n')
}
