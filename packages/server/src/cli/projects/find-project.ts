import * as contract from '@sidenote/contract'
import { z } from 'zod'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../program-parts.ts'

const projectsSchema = z.object({ projects: z.array(contract.projectSchema) })
const noProjects = 'There are no projects yet. Add one with "sidenote projects add".'

/** All projects of the organization. */
export const fetchProjects = async ({ client }: Pick<CommandContext, 'client'>): Promise<contract.Project[]> =>
  (await client(contract.listProjects, {}, projectsSchema)).projects

/** The project with this id or name, or the only one. @throws CommandError that lists the projects */
export const findProject = async (context: CommandContext, idOrName: string | undefined): Promise<contract.Project> => {
  const projects = await fetchProjects(context)
  const matches =
    idOrName === undefined ? projects : projects.filter(({ id, name }) => id === idOrName || name === idOrName)
  const [project] = matches
  if (matches.length === 1 && project) return project
  if (projects.length === 0) throw new CommandError(noProjects)
  const choices = projects.map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new CommandError(
    idOrName === undefined
      ? `There are several projects: ${choices}. Choose one with --project.`
      : `There is no project "${idOrName}". There are: ${choices}.`,
  )
}
