import { readFile } from 'node:fs/promises'
import type { Project, ProjectChange, ProjectRequest } from '@sidenote/contract'
import { type Command, InvalidArgumentError, Option } from 'commander'
import * as agent from './agent-commands.ts'
import { CommandError, UsageError } from './client.ts'
import { type CommonOptions, type Environment, type ProgramParts, secretFrom } from './commands.ts'

/** What the program lends to its agent commands. */
interface AgentParts extends ProgramParts {
  readonly contextOf: (options: CommonOptions) => agent.AgentContext
  /** A path as it was typed, made absolute. */
  readonly absolute: (path: string) => string
  readonly environment: Environment
}

interface ProjectOptions extends CommonOptions {
  readonly name?: string
  readonly repository?: string
  readonly ref?: string
  readonly docs?: string
  readonly host?: 'github' | 'gitlab' | 'gitea' | 'local'
  readonly hostUrl?: string
  readonly tokenVariable?: string
  readonly appId?: string
  readonly appKey?: string
  readonly installation?: number
  readonly site?: string
  readonly model?: string
  readonly instructions?: string
  readonly maxMinutes?: number
  readonly maxSteps?: number
  readonly maxTokens?: number
  readonly priceInput?: number
  readonly priceOutput?: number
  readonly webhook?: string
  readonly webhookSecretVariable?: string
}

const number = (text: string): number => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.')
  return value
}

const projectOptions = (command: Command): Command =>
  command
    .option('--repository <url>', 'where git finds it; with --host local a folder on the server’s machine')
    .option('--ref <branch>', 'branch that work starts from (main)')
    .option('--docs <folder>', 'folder of the documentation in the repository; the whole repository when left out')
    .addOption(
      new Option('--host <kind>', 'who opens pull requests; told by the address, else github').choices([
        'github',
        'gitlab',
        'gitea',
        'local',
      ]),
    )
    .option('--host-url <url>', 'base of its REST API, when it cannot be told from the repository')
    .option('--token-variable <name>', 'environment variable that holds its token')
    .option('--app-id <id>', 'GitHub App, instead of a token')
    .option('--app-key <file>', 'private key of the App')
    .option('--installation <id>', 'installation of the App', number)
    .option('--site <domain>', 'site made from it: for search, and for readers’ questions')
    .option('--model <provider:model>', 'another model than the server’s')
    .option('--instructions <file>', 'file that says how to write')
    .option('--max-minutes <number>', 'limit of a turn (20)', number)
    .option('--max-steps <number>', 'limit of a turn (60)', number)
    .option('--max-tokens <number>', 'limit of a turn (2000000)', number)
    .option('--price-input <number>', 'what a million input tokens cost', number)
    .option('--price-output <number>', 'what a million output tokens cost', number)
    .option('--webhook <url>', 'address that is told when a job ends')
    .option('--webhook-secret-variable <name>', 'environment variable that holds the secret of its signature')

const readText = async (parts: AgentParts, path: string): Promise<string> =>
  readFile(parts.absolute(path), 'utf8').catch(() => {
    throw new CommandError(`The file ${parts.absolute(path)} cannot be read.`)
  })

const readCredentials = async (parts: AgentParts, options: ProjectOptions): Promise<ProjectChange> => {
  const { tokenVariable, appId, appKey, installation } = options
  const isApp = appId !== undefined || appKey !== undefined || installation !== undefined
  if (isApp && tokenVariable !== undefined) throw new UsageError('Give --token-variable or a GitHub App, not both.')
  if (tokenVariable === '') return { credentials: null }
  if (tokenVariable !== undefined)
    return { credentials: { kind: 'token', token: secretFrom(parts.environment, tokenVariable) } }
  if (!isApp) return {}
  if (!appId || !appKey) throw new UsageError('A GitHub App needs both --app-id and --app-key.')
  const privateKey = await readText(parts, appKey)
  return { credentials: { kind: 'app', appId, privateKey, ...(installation && { installationId: installation }) } }
}

const readWebhook = (parts: AgentParts, options: ProjectOptions, before?: Project): ProjectChange => {
  const { webhook, webhookSecretVariable } = options
  if (webhook === '') return { webhook: null }
  if (webhook === undefined && webhookSecretVariable === undefined) return {}
  const url = webhook ?? before?.webhook?.url
  if (url === undefined) throw new UsageError('--webhook-secret-variable needs --webhook.')
  if (!webhookSecretVariable) throw new UsageError('--webhook needs --webhook-secret-variable.')
  return { webhook: { url, secret: secretFrom(parts.environment, webhookSecretVariable) } }
}

const readPrices = ({ priceInput, priceOutput }: ProjectOptions, before?: Project): ProjectChange => {
  if (priceInput === undefined && priceOutput === undefined) return {}
  const [input, output] = [priceInput ?? before?.prices?.input, priceOutput ?? before?.prices?.output]
  if (input === undefined) throw new UsageError('--price-output needs --price-input.')
  if (output === undefined) throw new UsageError('--price-input needs --price-output.')
  return { prices: { input, output } }
}

const readLimits = ({ maxMinutes, maxSteps, maxTokens }: ProjectOptions): ProjectChange => {
  const limits = {
    ...(maxMinutes !== undefined && { minutes: maxMinutes }),
    ...(maxSteps !== undefined && { steps: maxSteps }),
    ...(maxTokens !== undefined && { tokens: maxTokens }),
  }
  return Object.keys(limits).length > 0 ? { limits } : {}
}

const readHost = ({ host, hostUrl }: ProjectOptions, before?: Project): ProjectChange => {
  const kind = host ?? before?.host.kind
  if (kind === undefined || (host === undefined && hostUrl === undefined)) return {}
  return { host: { kind, ...(hostUrl && { url: hostUrl }) } }
}

/** What the options say about a project. An empty text takes away what there was. */
const readProject = async (parts: AgentParts, options: ProjectOptions, before?: Project): Promise<ProjectChange> => {
  const { name, repository, ref, docs, site, model, instructions } = options
  const isLocal = (options.host ?? before?.host.kind) === 'local'
  return {
    ...(name !== undefined && { name }),
    ...(repository !== undefined && { repository: isLocal ? parts.absolute(repository) : repository }),
    ...(ref !== undefined && { ref: ref || null }),
    ...(docs !== undefined && { docsFolder: docs.replace(/^(?:\.\/)+|^\.$/, '') }),
    ...readHost(options, before),
    ...(site !== undefined && { site: site || null }),
    ...(model !== undefined && { model: model || null }),
    ...(instructions !== undefined && {
      instructions: instructions === '' ? null : await readText(parts, instructions),
    }),
    ...readPrices(options, before),
    ...readLimits(options),
    ...(await readCredentials(parts, options)),
    ...readWebhook(parts, options, before),
  }
}

/** Hosts that are told by their names. */
const hostNames: readonly (readonly [RegExp, NonNullable<ProjectOptions['host']>])[] = [
  [/^gitlab\./, 'gitlab'],
  [/^(?:gitea|forgejo)\.|^codeberg\.org$/, 'gitea'],
]

/** The kind that the address tells, GitHub else; a folder is no address. */
const chooseHost = ({ host, repository = '' }: ProjectOptions): NonNullable<ProjectOptions['host']> => {
  if (host === undefined && /^(?:[./~]|[A-Za-z]:[\\/])/.test(repository)) {
    throw new UsageError(
      `"${repository}" is a folder: with --host local the agent works on a repository of the server’s machine.`,
    )
  }
  const name = URL.parse(repository)?.hostname ?? ''
  return host ?? hostNames.find(([pattern]) => pattern.test(name))?.[1] ?? 'github'
}

const addProjectCommands = (program: Command, parts: AgentParts): void => {
  const { clientCommand, contextOf } = parts
  const projects = program.command('projects').description('the repositories that the agent works on')

  projectOptions(clientCommand(projects, 'add <name>', 'add a repository')).action(
    async (name: string, options: ProjectOptions, command: Command) => {
      const { repository, ...rest } = options
      if (repository === undefined) return command.error('error: --repository is missing')
      const host = chooseHost(options)
      const change = await readProject(parts, { ...rest, host, repository, name })
      const body: ProjectRequest = {
        ...change,
        name,
        repository: change.repository ?? repository,
        host: change.host ?? { kind: host },
      }
      return agent.addProject(contextOf(options), body)
    },
  )
  clientCommand(projects, 'list', 'list the projects').action((options: CommonOptions) =>
    agent.listProjects(contextOf(options)),
  )
  clientCommand(projects, 'show <project>', 'show a project').action(async (named: string, options: CommonOptions) => {
    const context = contextOf(options)
    return agent.showProject(context, await agent.findProject(context, named))
  })
  projectOptions(clientCommand(projects, 'update <project>', 'change a project'))
    .option('--name <name>', 'another name')
    .addHelpText('after', '\nAn empty text takes away what there was: --webhook ""')
    .action(async (named: string, options: ProjectOptions, command: Command) => {
      const context = contextOf(options)
      const before = await agent.findProject(context, named)
      const change = await readProject(parts, options, before)
      if (Object.keys(change).length === 0) return command.error('error: no option says what to change')
      return agent.updateProject(context, before.id, change)
    })
  clientCommand(projects, 'remove <project>', 'remove a project with its jobs')
    .option('--yes', 'do it')
    .action(async (named: string, options: CommonOptions & { yes?: boolean }) => {
      const context = contextOf(options)
      return agent.removeProject(context, await agent.findProject(context, named), options.yes === true)
    })
}

interface JobOptions extends CommonOptions {
  readonly project?: string
}

interface CreateOptions extends JobOptions {
  readonly fromQuestions?: boolean
  readonly group?: string
  readonly ref?: string
  readonly draft?: boolean
  readonly watch?: boolean
}

const addJobCommands = (program: Command, parts: AgentParts): void => {
  const jobs = program.command('jobs').description('what the agent is asked to change')
  const jobCommand = (usage: string, description: string): Command =>
    parts
      .clientCommand(jobs, usage, description)
      .option('--project <project>', 'id or name of the project; not needed when there is one')
  const open = async (options: JobOptions) => {
    const context = parts.contextOf(options)
    return { context, projectId: await agent.findProjectId(context, options.project) }
  }

  jobCommand('create [instruction]', 'have something changed')
    .option('--from-questions', 'let it answer what readers asked in vain')
    .option('--group <id>', 'with --from-questions: this group, not the largest')
    .option('--ref <branch>', 'start from another branch')
    .option('--draft', 'open the pull request as a draft')
    .option('--watch', 'stay until the job ends')
    .action(async (prompt: string | undefined, options: CreateOptions) => {
      const { context, projectId } = await open(options)
      const { fromQuestions = false, group, ref, draft = false, watch = false } = options
      return agent.createJob(context, projectId, { prompt, fromQuestions, group, ref, draft, watch })
    })
  jobCommand('questions', 'list what readers asked in vain, alike ones together').action(
    async (options: JobOptions) => {
      const { context, projectId } = await open(options)
      return agent.listQuestions(context, projectId)
    },
  )
  jobCommand('list', 'list the jobs, newest first')
    .addOption(new Option('--status <status>', 'only these').choices(['active', 'completed', 'archived', 'failed']))
    .option('--limit <number>', 'how many (20)')
    .option('--cursor <cursor>', 'go on after the page before')
    .action(async (options: JobOptions & { status?: string; limit?: string; cursor?: string }) => {
      const { context, projectId } = await open(options)
      return agent.listJobs(context, projectId, {
        status: options.status,
        limit: options.limit,
        cursor: options.cursor,
      })
    })
  jobCommand('show <job>', 'show a job with its turns').action(async (id: string, options: JobOptions) => {
    const { context, projectId } = await open(options)
    return agent.showJob(context, projectId, id)
  })
  jobCommand('message <job> <text>', 'send a follow-up')
    .addOption(
      new Option('--mode <mode>', 'read at its next step, after this turn, or at once')
        .choices(['steer', 'queue', 'interrupt'])
        .default('steer'),
    )
    .option('--watch', 'stay until the job ends')
    .action(
      async (
        id: string,
        prompt: string,
        options: JobOptions & { mode: 'steer' | 'queue' | 'interrupt'; watch?: boolean },
      ) => {
        const { context, projectId } = await open(options)
        return agent.sendMessage(
          context,
          { projectId, id },
          { prompt, mode: options.mode, watch: options.watch === true },
        )
      },
    )
  jobCommand('watch <job>', 'follow a job while it works').action(async (id: string, options: JobOptions) => {
    const { context, projectId } = await open(options)
    return agent.watchJob(context, { projectId, id })
  })
  jobCommand('cancel <job>', 'stop a job').action(async (id: string, options: JobOptions) => {
    const { context, projectId } = await open(options)
    return agent.cancelJob(context, projectId, id)
  })
  jobCommand('archive <job>', 'put a job away').action(async (id: string, options: JobOptions) => {
    const { context, projectId } = await open(options)
    return agent.archiveJob(context, projectId, id)
  })
}

/** Adds `projects …` and `jobs …` to the program. */
export const addAgentCommands = (program: Command, parts: AgentParts): void => {
  addProjectCommands(program, parts)
  addJobCommands(program, parts)
}
