import * as contract from '@sidenote/contract'
import type { Command } from 'commander'
import { Option } from 'commander'
import { z } from 'zod'
import { type ConfirmedOptions, confirm, withConfirmation } from './confirm.ts'
import { collect, readDays } from './options.ts'
import type { CommandContext, CommonOptions, ProgramParts } from './program-parts.ts'
import { scriptTag } from './script-tag.ts'
import { writeTable } from './table.ts'

const keysSchema = z.object({ keys: z.array(contract.keySchema) })

/** Prints a new key. Only the key goes to stdout, so that a script can read it from there. */
export const printCreatedKey = (
  print: CommandContext['print'],
  key: contract.CreatedKey & { readonly tag?: string },
): void => {
  print(key, key.key)
  const use = key.kind === 'assistant' ? 'It is public: put it on your pages.' : 'It is secret: keep it on servers.'
  const end = key.expiresAt ? ` It expires at ${key.expiresAt}.` : ''
  process.stderr.write(
    `This key (${key.id}) is shown only this once. ${use}${end}\n${key.tag === undefined ? '' : `\n${key.tag}\n`}`,
  )
}

const statusOf = ({ revokedAt, expiresAt }: contract.Key): string => {
  if (revokedAt) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active'
}

const listKeys = async ({ client, print }: CommandContext): Promise<void> => {
  const { keys } = await client(contract.listKeys, {}, keysSchema)
  const rows = keys.map((key) => [
    key.id,
    key.kind,
    key.site ?? '',
    key.scope ?? '',
    key.name ?? '',
    `…${key.hint}`,
    statusOf(key),
    key.expiresAt ?? 'never',
    key.lastUsedAt ?? 'never',
  ])
  const headings = ['ID', 'KIND', 'SITE', 'SCOPE', 'NAME', 'KEY', 'STATUS', 'EXPIRES', 'LAST USED']
  print({ keys }, keys.length > 0 ? writeTable(headings, rows) : 'There are no keys.')
}

const showKey = async ({ client, print }: CommandContext, id: string): Promise<void> => {
  const key = await client(contract.getKey, { params: { id } }, contract.keySchema)
  const isAssistant = key.kind === 'assistant'
  const rows = [
    ['id', key.id],
    ['kind', key.kind],
    ...(isAssistant ? [['site', key.site ?? 'none']] : [['scope', key.scope ?? 'none']]),
    ['key', `…${key.hint}`],
    ['status', statusOf(key)],
    ['addresses', key.addresses.join(' ') || 'any'],
    ...(isAssistant ? [['origins', key.origins.join(' ') || 'those of the site']] : []),
    ['created', key.createdAt],
    ['expires', key.expiresAt ?? 'never'],
    ['revoked', key.revokedAt ?? 'no'],
    ['last used', key.lastUsedAt ?? 'never'],
  ]
  print(key, writeTable([key.name ?? 'A key without a name', ''], rows))
}

interface RevokeOptions extends ConfirmedOptions {
  readonly last?: boolean
}

const describeUse = ({ kind, site, lastUsedAt }: contract.Key): string => {
  const use = lastUsedAt === null ? 'which was never used' : `last used at ${lastUsedAt}`
  return kind === 'assistant' ? `an assistant key of "${site}", ${use}` : `an administrator key, ${use}`
}

const revokeKey = async ({ client, print }: CommandContext, id: string, options: RevokeOptions): Promise<void> => {
  const key = await client(contract.getKey, { params: { id } }, contract.keySchema)
  if (statusOf(key) === 'active') {
    await confirm(`This permanently revokes ${key.name ?? id} (…${key.hint}), ${describeUse(key)}.`, options)
  }
  const query = options.last ? { last: 'true' } : {}
  await client(contract.revokeKey, { params: { id }, query }, z.undefined())
  print({ id, revoked: true }, `Revoked ${id}. The server refuses it from now on.`)
}

interface KeyOptions extends CommonOptions {
  readonly site?: string
  readonly admin?: boolean
  readonly name?: string
  readonly expires?: string
  readonly days?: number
  readonly address?: string[]
  readonly origin?: string[]
  readonly readOnly?: boolean
}

/** A key can list an origin that its site doesn’t: it then stays refused from there. */
const warnOfOrigins = async ({ client }: CommandContext, key: contract.CreatedKey, domain: string): Promise<void> => {
  const { origins } = await client(contract.getSite, { params: { domain } }, contract.siteSchema)
  const refused = origins.length === 0 ? [] : key.origins.filter((origin) => !origins.includes(origin))
  if (refused.length === 0) return
  process.stderr.write(
    `The key is refused from ${refused.join(' and ')} until ${domain} lists that origin too. It lists: ${origins.join(' ')}.\n`,
  )
}

/** The tag with the address for browsers: the server’s public one, if this key may read it; and the site’s name, if it has one. */
const writeTag = async ({ client, url }: CommandContext, domain: string, key: string): Promise<string> => {
  const installation = await client(contract.getInstallation, {}, contract.installationSchema).catch(() => undefined)
  const { name } = await client(contract.getSite, { params: { domain } }, contract.siteSchema)
  return scriptTag({ url: installation?.publicUrl ?? url, domain, key, title: name === domain ? undefined : name })
}

const createKey = async (context: CommandContext, options: KeyOptions): Promise<void> => {
  const { site, admin = false, name, expires, days, address, origin, readOnly } = options
  const body = {
    kind: admin ? 'administrator' : 'assistant',
    site,
    name,
    expiresAt: expires,
    expiresInDays: days,
    addresses: address,
    origins: origin,
    scope: readOnly ? 'read' : undefined,
  }
  const key = await context.client(contract.createKey, { body }, contract.createdKeySchema)
  const tag = site === undefined ? undefined : await writeTag(context, site, key.key)
  printCreatedKey(context.print, { ...key, ...(tag !== undefined && { tag }) })
  if (site !== undefined && key.origins.length > 0) await warnOfOrigins(context, key, site)
}

const addCreate = (keys: Command, { clientCommand, contextOf }: ProgramParts): void => {
  clientCommand(keys, 'create', 'create a key; it is shown only this once')
    .option('--site <domain>', 'an assistant key: public, for the pages of this site')
    .option('--admin', 'an administrator key: secret, for servers')
    .option('--name <name>', 'what the key is for')
    .option('--expires <time>', 'day or time when it expires, such as 2030-01-31; by default, never')
    .addOption(
      new Option('--days <number>', 'expire after this many days, instead of --expires')
        .argParser(readDays)
        .conflicts('expires'),
    )
    .option('--address <range>', 'address or range it can be sent from, such as 10.1.0.0/16; repeatable', collect)
    .addOption(
      new Option('--origin <url>', 'one of the site’s origins, to restrict the key to it; repeatable')
        .argParser(collect)
        .conflicts('admin'),
    )
    .addOption(new Option('--read-only', 'an administrator key that can’t change anything').conflicts('site'))
    .action((options: KeyOptions, command: Command) => {
      if ((options.admin ?? false) === (options.site !== undefined)) {
        command.error('error: give either --site <domain> or --admin')
      }
      return createKey(contextOf(options), options)
    })
}

/** Adds `keys …` to the program. */
export const addKeyCommands = (parts: ProgramParts): void => {
  const { program, clientCommand, contextOf } = parts
  const keys = program.command('keys').description('the keys that open the server')
  addCreate(keys, parts)
  clientCommand(keys, 'list', 'list the keys').action((options: CommonOptions) => listKeys(contextOf(options)))
  clientCommand(keys, 'show <id>', 'show what a key can do, and when it was last used').action(
    (id: string, options: CommonOptions) => showKey(contextOf(options), id),
  )
  withConfirmation(clientCommand(keys, 'revoke <id>', 'revoke a key permanently'))
    .option('--last', 'even if it is the last administrator key that lets somebody in for good')
    .action((id: string, options: RevokeOptions) => revokeKey(contextOf(options), id, options))
}
