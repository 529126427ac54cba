import * as contract from '@sidenote/contract'
import type { Command } from 'commander'
import { z } from 'zod'
import { type ConfirmedOptions, confirm, withConfirmation } from '../confirm.ts'
import type { CommandContext, CommonOptions, ProgramParts } from '../program-parts.ts'
import { writeTable } from '../table.ts'
import { fetchProjects, findProject } from './find-project.ts'
import { addProjectOptions, chooseHost, type ProjectOptions, readProjectChange } from './project-options.ts'

const addProject = async ({ client, print }: CommandContext, body: contract.ProjectRequest): Promise<void> => {
  const project = await client(contract.createProject, { body }, contract.projectSchema)
  const next = 'Create a job with "sidenote jobs create", or check the project first with "sidenote doctor".'
  print(project, `Added the project ${project.name}. Its id is ${project.id}. ${next}`)
}

const listProjects = async (context: CommandContext): Promise<void> => {
  const projects = await fetchProjects(context)
  const rows = projects.map(({ id, name, repository, ref, host, site }) => [
    id,
    name,
    host.kind,
    repository,
    ref,
    site ?? '',
  ])
  const table = writeTable(['ID', 'NAME', 'HOST', 'REPOSITORY', 'REF', 'SITE'], rows)
  const none = 'There are no projects yet. Add one with "sidenote projects add".'
  context.print({ projects }, projects.length > 0 ? table : none)
}

const describeLimits = ({ steps, tokens, minutes, files, bytes }: contract.Project['limits']): string =>
  `${steps} steps, ${tokens} tokens, ${minutes} minutes, ${files} files, ${bytes} bytes`

/** Shows a project, without its secrets. */
const showProject = ({ print }: CommandContext, project: contract.Project): void => {
  const { host, prices } = project
  const rows = [
    ['id', project.id],
    ['repository', project.repository],
    ['ref', project.ref],
    ['docs', project.docsFolder || 'the whole repository'],
    ['host', host.url ? `${host.kind} (${host.url})` : host.kind],
    ['credentials', project.credentials ?? 'none'],
    ['site', project.site ?? 'none'],
    ['model', project.model ?? 'the server’s'],
    ['instructions', project.instructions ?? 'none'],
    ['writable', project.writable.join(', ') || 'pages and navigation only'],
    ['author', project.author ?? 'Sidenote'],
    ['limits', describeLimits(project.limits)],
    ['prices', prices ? `${prices.input} in, ${prices.output} out` : 'none'],
    ['webhook', project.webhook?.url ?? 'none'],
  ]
  print(project, writeTable([project.name, ''], rows))
}

const updateProject = async (
  { client, print }: CommandContext,
  projectId: string,
  body: contract.ProjectChange,
): Promise<void> => {
  const project = await client(contract.updateProject, { params: { projectId }, body }, contract.projectSchema)
  print(project, `Changed the project ${project.name}.`)
}

const removeProject = async (
  { client, print }: CommandContext,
  { id, name, repository }: contract.Project,
  options: ConfirmedOptions,
): Promise<void> => {
  await confirm(
    `This permanently removes the project "${name}" (${repository}) and its jobs. Pull requests stay where they are.`,
    options,
  )
  await client(contract.deleteProject, { params: { projectId: id } }, z.undefined())
  print({ id, removed: true }, `Removed the project "${name}" and its jobs. Its pull requests stay where they are.`)
}

const addAdd = (projects: Command, parts: ProgramParts): void => {
  addProjectOptions(parts.clientCommand(projects, 'add <name>', 'add a repository')).action(
    async (name: string, options: ProjectOptions, command: Command) => {
      const { repository } = options
      if (repository === undefined) return command.error('error: --repository is missing')
      const kind = chooseHost(options)
      const change = await readProjectChange(parts, { ...options, name, host: kind })
      return addProject(parts.contextOf(options), {
        ...change,
        name,
        repository: change.repository ?? repository,
        host: change.host ?? { kind },
      })
    },
  )
}

const addUpdate = (projects: Command, parts: ProgramParts): void => {
  addProjectOptions(parts.clientCommand(projects, 'update <project>', 'change a project'))
    .option('--name <name>', 'a new name')
    .addHelpText('after', '\nAn empty text removes a value: --webhook ""')
    .action(async (idOrName: string, options: ProjectOptions, command: Command) => {
      const context = parts.contextOf(options)
      const project = await findProject(context, idOrName)
      const change = await readProjectChange(parts, options, project)
      if (Object.keys(change).length === 0) return command.error('error: no option says what to change')
      return updateProject(context, project.id, change)
    })
}

/** Adds `projects …` to the program. */
export const addProjectCommands = (parts: ProgramParts): void => {
  const { program, clientCommand, contextOf } = parts
  const projects = program.command('projects').description('the repositories that the agent works on')
  addAdd(projects, parts)
  clientCommand(projects, 'list', 'list the projects').action((options: CommonOptions) =>
    listProjects(contextOf(options)),
  )
  clientCommand(projects, 'show <project>', 'show a project').action(
    async (idOrName: string, options: CommonOptions) => {
      const context = contextOf(options)
      showProject(context, await findProject(context, idOrName))
    },
  )
  addUpdate(projects, parts)
  withConfirmation(clientCommand(projects, 'remove <project>', 'remove a project and its jobs')).action(
    async (idOrName: string, options: ConfirmedOptions) => {
      const context = contextOf(options)
      return removeProject(context, await findProject(context, idOrName), options)
    },
  )
}
