import * as contract from '@sidenote/contract'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { type CommandContext, type CommonOptions, collect, type ProgramParts, readDays } from './commands.ts'
import { writeTable } from './table.ts'

const keysSchema = z.object({ keys: z.array(contract.keySchema) })

/** Prints a new key. It is alone on stdout, so that a script can take it from there. */
export const printCreatedKey = ({ print }: Pick<CommandContext, 'print'>, key: contract.CreatedKey): void => {
  print(key, key.key)
  const use = key.kind === 'assistant' ? 'It is public: put it on your pages.' : 'It is secret: keep it on servers.'
  const end = key.expiresAt ? ` It expires at ${key.expiresAt}.` : ''
  process.stderr.write(`This key (${key.id}) is shown this once. ${use}${end}\n`)
}

const standingOf = ({ revokedAt, expiresAt }: contract.Key): string => {
  if (revokedAt) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active'
}

const listKeys = async ({ client, print }: CommandContext): Promise<void> => {
  const { keys } = await client(contract.listKeys, {}, keysSchema)
  const rows = keys.map((key) => [
    ...[key.id, key.kind, key.site ?? '', key.scope ?? '', key.name ?? '', `…${key.hint}`, standingOf(key)],
    ...[key.expiresAt ?? 'never', key.lastUsedAt ?? 'never'],
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
    ['status', standingOf(key)],
    ['addresses', key.addresses.join(' ') || 'any'],
    ...(isAssistant ? [['origins', key.origins.join(' ') || 'those of the site']] : []),
    ['created', key.createdAt],
    ['expires', key.expiresAt ?? 'never'],
    ['revoked', key.revokedAt ?? 'no'],
    ['last used', key.lastUsedAt ?? 'never'],
  ]
  print(key, writeTable([key.name ?? 'A key without a name', ''], rows))
}

const revokeKey = async ({ client, print }: CommandContext, id: string): Promise<void> => {
  await client(contract.revokeKey, { params: { id } }, z.undefined())
  print({ id, revoked: true }, `Revoked ${id}. It is refused from now on.`)
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

const createKey = async ({ client, print }: CommandContext, options: KeyOptions): Promise<void> => {
  const { site, admin = false, name, expires: expiresAt, days: expiresInDays, address, origin } = options
  const body = {
    ...{ kind: admin ? 'administrator' : 'assistant', site, name, expiresAt, expiresInDays },
    ...{ addresses: address, origins: origin, ...(options.readOnly && { scope: 'read' }) },
  }
  const key = await client(contract.createKey, { body }, contract.createdKeySchema)
  printCreatedKey({ print }, key)
  if (site === undefined || key.origins.length === 0) return
  const { origins } = await client(contract.getSite, { params: { domain: site } }, contract.siteSchema)
  const unlisted = origins.length === 0 ? [] : key.origins.filter((one) => !origins.includes(one))
  if (unlisted.length === 0) return
  process.stderr.write(
    `The key is refused from ${unlisted.join(' and ')} as long as ${site} itself does not list it: ${origins.join(' ')}.\n`,
  )
}

/** Adds `keys …` to the program. */
export const addKeyCommands = (program: Command, { clientCommand, contextOf }: ProgramParts): void => {
  const keys = program.command('keys').description('the keys that open the server')
  clientCommand(keys, 'create', 'create a key; it is shown this once')
    .option('--site <domain>', 'an assistant key: public, for the pages of this site')
    .option('--admin', 'an administrator key: secret, for servers')
    .option('--name <name>', 'what it is for')
    .option('--expires <time>', 'day or time of its end, such as 2030-01-31; never when left out')
    .addOption(
      new Option('--days <number>', 'end after so many days, instead of --expires')
        .argParser(readDays)
        .conflicts('expires'),
    )
    .option('--address <range>', 'address or range that may send it, such as 10.1.0.0/16; may be repeated', collect)
    .addOption(
      new Option('--origin <url>', 'of the site’s web origins, one that may use it; may be repeated')
        .argParser(collect)
        .conflicts('admin'),
    )
    .addOption(new Option('--read-only', 'an administrator key that changes nothing').conflicts('site'))
    .action((options: KeyOptions, command: Command) => {
      if ((options.admin ?? false) === (options.site !== undefined)) {
        command.error('error: give either --site <domain> or --admin')
      }
      return createKey(contextOf(options), options)
    })
  clientCommand(keys, 'list', 'list the keys').action((options: CommonOptions) => listKeys(contextOf(options)))
  clientCommand(keys, 'show <id>', 'show what a key may do, and when it was used').action(
    (id: string, options: CommonOptions) => showKey(contextOf(options), id),
  )
  clientCommand(keys, 'revoke <id>', 'revoke a key for good').action((id: string, options: CommonOptions) =>
    revokeKey(contextOf(options), id),
  )
}
