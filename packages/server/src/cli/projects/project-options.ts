import { readFile } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { Project, ProjectChange } from '@sidenote/contract'
import { type Command, InvalidArgumentError } from 'commander'
import { CommandError, UsageError } from '../command-error.ts'
import { choice, orNull, present } from '../options.ts'
import { type CommonOptions, type ProgramParts, secretFrom } from '../program-parts.ts'

const hostKinds = ['github', 'gitlab', 'gitea', 'local'] as const
type HostKind = (typeof hostKinds)[number]

/** The options of `projects add` and `projects update`. */
export interface ProjectOptions extends CommonOptions {
  readonly name?: string
  readonly repository?: string
  readonly ref?: string
  readonly docs?: string
  readonly host?: HostKind
  readonly hostUrl?: string
  readonly tokenVariable?: string
  readonly appId?: string
  readonly appKey?: string
  readonly installation?: number
  readonly site?: string
  readonly model?: string
  readonly instructions?: string
  readonly writable?: readonly string[]
  readonly author?: string
  readonly maxMinutes?: number
  readonly maxSteps?: number
  readonly maxTokens?: number
  readonly priceInput?: number
  readonly priceOutput?: number
  readonly webhook?: string
  readonly webhookSecretVariable?: string
}

type OptionParts = Pick<ProgramParts, 'absolute' | 'environment'>

const readNumber = (text: string): number => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.')
  return value
}

/** Adds the options of `projects add` and `projects update` to a command. */
export const addProjectOptions = (command: Command): Command =>
  command
    .option('--repository <url>', 'address for git; with --host local, a folder on the server’s machine')
    .option('--ref <branch>', 'branch that work starts from (main)')
    .option('--docs <folder>', 'folder of the documentation in the repository; by default, all of it')
    .addOption(
      choice('--host <kind>', 'who opens pull requests; by default, recognized from the address, or github', hostKinds),
    )
    .option('--host-url <url>', 'base address of its REST API, if it can’t be derived from the repository’s address')
    .option('--token-variable <name>', 'environment variable with its token')
    .option('--app-id <id>', 'GitHub App, instead of a token')
    .option('--app-key <file>', 'private key of the App')
    .option('--installation <id>', 'installation of the App', readNumber)
    .option('--site <domain>', 'site with the same documentation: for search, and for readers’ questions')
    .option('--model <provider:model>', 'another model than the server’s')
    .option('--instructions <file>', 'file with instructions on how to write')
    .option(
      '--writable <paths...>',
      'paths and globs of files that the agent may write beyond pages and navigation; "" for none',
    )
    .option(
      '--author <name>',
      'who commits, such as "Ada Lovelace <ada@example.com>"; in this name, commits have a Signed-off-by line',
    )
    .option('--max-minutes <number>', 'limit for a turn (20)', readNumber)
    .option('--max-steps <number>', 'limit for a turn (60)', readNumber)
    .option('--max-tokens <number>', 'limit for a turn (2000000)', readNumber)
    .option('--price-input <number>', 'price of a million input tokens', readNumber)
    .option('--price-output <number>', 'price of a million output tokens', readNumber)
    .option('--webhook <url>', 'address to call when a job ends')
    .option('--webhook-secret-variable <name>', 'environment variable with the secret that signs those calls')

const readText = ({ absolute }: OptionParts, path: string): Promise<string> =>
  readFile(absolute(path), 'utf8').catch((cause: unknown) => {
    throw new CommandError(`Cannot read the file ${absolute(path)}.`, { cause })
  })

const readCredentials = async (
  parts: OptionParts,
  { tokenVariable, appId, appKey, installation }: ProjectOptions,
): Promise<ProjectChange['credentials']> => {
  const isApp = appId !== undefined || appKey !== undefined || installation !== undefined
  if (isApp && tokenVariable !== undefined) throw new UsageError('Give --token-variable or a GitHub App, not both.')
  if (tokenVariable === '') return null
  if (tokenVariable !== undefined) return { kind: 'token', token: secretFrom(parts.environment, tokenVariable) }
  if (!isApp) return undefined
  if (!appId || !appKey) throw new UsageError('A GitHub App needs both --app-id and --app-key.')
  const privateKey = await readText(parts, appKey)
  return { kind: 'app', appId, privateKey, ...present({ installationId: installation }) }
}

const readWebhook = (
  { environment }: OptionParts,
  { webhook, webhookSecretVariable }: ProjectOptions,
  before?: Project,
): ProjectChange['webhook'] => {
  if (webhook === '') return null
  if (webhook === undefined && webhookSecretVariable === undefined) return undefined
  const url = webhook ?? before?.webhook?.url
  if (url === undefined) throw new UsageError('--webhook-secret-variable needs --webhook.')
  if (!webhookSecretVariable) throw new UsageError('--webhook needs --webhook-secret-variable.')
  return { url, secret: secretFrom(environment, webhookSecretVariable) }
}

const readPrices = ({ priceInput, priceOutput }: ProjectOptions, before?: Project): ProjectChange['prices'] => {
  if (priceInput === undefined && priceOutput === undefined) return undefined
  const [input, output] = [priceInput ?? before?.prices?.input, priceOutput ?? before?.prices?.output]
  if (input === undefined) throw new UsageError('--price-output needs --price-input.')
  if (output === undefined) throw new UsageError('--price-input needs --price-output.')
  return { input, output }
}

const readLimits = ({ maxMinutes, maxSteps, maxTokens }: ProjectOptions): ProjectChange['limits'] => {
  const limits = present({ minutes: maxMinutes, steps: maxSteps, tokens: maxTokens })
  return Object.keys(limits).length > 0 ? limits : undefined
}

const readHost = ({ host, hostUrl }: ProjectOptions, before?: Project): ProjectChange['host'] => {
  const kind = host ?? before?.host.kind
  if (kind === undefined || (host === undefined && hostUrl === undefined)) return undefined
  return { kind, ...(hostUrl && { url: hostUrl }) }
}

/** The folder without `./` in front; the root of the repository is empty. */
const readDocsFolder = (docs: string | undefined): string | undefined => {
  if (docs === undefined || docs === '.') return docs && ''
  return docs.startsWith('./') ? readDocsFolder(docs.slice(2)) : docs
}

/** What the options say about a project. An empty text removes a value. */
export const readProjectChange = async (
  parts: OptionParts,
  options: ProjectOptions,
  before?: Project,
): Promise<ProjectChange> => {
  const { name, repository, ref, docs, site, model, instructions, writable, author } = options
  const isLocal = (options.host ?? before?.host.kind) === 'local'
  return present({
    name,
    repository: isLocal && repository !== undefined ? parts.absolute(repository) : repository,
    ref: orNull(ref),
    docsFolder: readDocsFolder(docs),
    host: readHost(options, before),
    site: orNull(site),
    model: orNull(model),
    instructions: instructions ? await readText(parts, instructions) : orNull(instructions),
    author: orNull(author),
    writable: writable?.filter((path) => path !== ''),
    prices: readPrices(options, before),
    limits: readLimits(options),
    credentials: await readCredentials(parts, options),
    webhook: readWebhook(parts, options, before),
  })
}

/** The kinds of hosts by the first label of their names. */
const kindsByLabel: Readonly<Record<string, HostKind>> = { gitlab: 'gitlab', gitea: 'gitea', forgejo: 'gitea' }

const isFolder = (text: string): boolean =>
  isAbsolute(text) || text.startsWith('.') || text.startsWith('~') || /^[A-Za-z]:[\\/]/.test(text)

/** The kind of host that the options name or the address tells; GitHub for any other. @throws UsageError for a folder */
export const chooseHost = ({ host, repository = '' }: ProjectOptions): HostKind => {
  if (host !== undefined) return host
  if (isFolder(repository)) {
    throw new UsageError(
      `"${repository}" is a folder: with --host local, the agent works on a repository on the server’s machine.`,
    )
  }
  const name = URL.parse(repository)?.hostname ?? ''
  if (name === 'codeberg.org') return 'gitea'
  return kindsByLabel[name.split('.')[0] ?? ''] ?? 'github'
}
