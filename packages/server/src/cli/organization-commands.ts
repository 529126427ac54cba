import * as contract from '@sidenote/contract'
import type { Command } from 'commander'
import { z } from 'zod'
import { CommandError } from './client.ts'
import type { CommandContext, CommonOptions, ProgramParts } from './commands.ts'
import { printCreatedKey } from './key-commands.ts'
import { writeTable } from './table.ts'

const organizationsSchema = z.object({ organizations: z.array(contract.organizationSchema) })

const writeOrganizations = (organizations: readonly contract.Organization[]): string =>
  writeTable(
    ['ID', 'NAME', 'TRUSTED', 'SITES', 'PROJECTS', 'KEYS', 'CREATED'],
    organizations.map(({ id, name, isTrusted, sites, projects, keys, createdAt }) => [
      ...[id, name, isTrusted ? 'yes' : 'no', String(sites), String(projects), String(keys), createdAt],
    ]),
  )

const listOrganizations = async ({ client, print }: CommandContext): Promise<void> => {
  const found = await client(contract.listOrganizations, {}, organizationsSchema)
  print(found, writeOrganizations(found.organizations))
}

const createOrganization = async (
  { client, print }: CommandContext,
  body: contract.OrganizationRequest,
): Promise<void> => {
  const created = await client(contract.createOrganization, { body }, contract.createdOrganizationSchema)
  process.stderr.write(`Added the organization ${created.id}. Its administrators use this key as SIDENOTE_ADMIN_KEY:\n`)
  printCreatedKey({ print: (_, text) => print(created, text) }, created.administratorKey)
}

const fetchOrganization = ({ client }: CommandContext, organizationId: string): Promise<contract.Organization> =>
  client(contract.getOrganization, { params: { organizationId } }, contract.organizationSchema)

const renameOrganization = async (
  { client, print }: CommandContext,
  organizationId: string,
  name: string,
): Promise<void> => {
  const input = { params: { organizationId }, body: { name } }
  const organization = await client(contract.updateOrganization, input, contract.organizationSchema)
  print(organization, `${organization.id} is now called “${organization.name}”.`)
}

const trustOrganization = async (
  { client, print }: CommandContext,
  organizationId: string,
  isTrusted: boolean,
): Promise<void> => {
  const input = { params: { organizationId }, body: { isTrusted } }
  const organization = await client(contract.updateOrganization, input, contract.organizationSchema)
  const may = isTrusted ? 'may name' : 'may no longer name'
  print(organization, `“${organization.name}” ${may} folders of the server’s machine and hosts of its network.`)
}

const deleteOrganization = async (context: CommandContext, organizationId: string, isMeant: boolean): Promise<void> => {
  const { id, name, sites, projects, keys } = await fetchOrganization(context, organizationId)
  if (!isMeant) {
    throw new CommandError(
      `This deletes the organization “${name}” for good: ${sites} sites with their pages and conversations, ${projects} projects and ${keys} keys. Say --yes to do it.`,
    )
  }
  await context.client(contract.deleteOrganization, { params: { organizationId } }, z.undefined())
  context.print({ id, deleted: true }, `Deleted the organization “${name}” with all that belonged to it.`)
}

const createOrganizationKey = async (
  { client, print }: CommandContext,
  organizationId: string,
  name: string | undefined,
): Promise<void> => {
  const input = { params: { organizationId }, body: { name } }
  printCreatedKey({ print }, await client(contract.createOrganizationKey, input, contract.createdKeySchema))
}

/** Adds `organizations …` to the program. */
export const addOrganizationCommands = (program: Command, { clientCommand, contextOf }: ProgramParts): void => {
  const organizations = program
    .command('organizations')
    .description('who shares this server, each with sites, projects and keys of its own; for the operator')
  clientCommand(organizations, 'list', 'list the organizations').action((options: CommonOptions) =>
    listOrganizations(contextOf(options)),
  )
  clientCommand(organizations, 'create <name>', 'add one; its administrator key is shown this once')
    .option('--trusted', 'it may name folders of the server’s machine and hosts of its network')
    .action((name: string, options: CommonOptions & { trusted?: boolean }) =>
      createOrganization(contextOf(options), { name, isTrusted: options.trusted === true }),
    )
  clientCommand(organizations, 'show <id>', 'show an organization').action(
    async (id: string, options: CommonOptions) => {
      const context = contextOf(options)
      const organization = await fetchOrganization(context, id)
      context.print(organization, writeOrganizations([organization]))
    },
  )
  clientCommand(organizations, 'rename <id> <name>', 'rename an organization').action(
    (id: string, name: string, options: CommonOptions) => renameOrganization(contextOf(options), id, name),
  )
  clientCommand(organizations, 'trust <id>', 'let one name folders of the server’s machine and hosts of its network')
    .option('--off', 'let it no longer')
    .action((id: string, options: CommonOptions & { off?: boolean }) =>
      trustOrganization(contextOf(options), id, options.off !== true),
    )
  clientCommand(organizations, 'delete <id>', 'delete an organization with all that belongs to it')
    .option('--yes', 'do it')
    .action((id: string, options: CommonOptions & { yes?: boolean }) =>
      deleteOrganization(contextOf(options), id, options.yes === true),
    )
  clientCommand(organizations, 'key <id>', 'make an administrator key for one that has lost its own')
    .option('--name <name>', 'what it is for')
    .action((id: string, options: CommonOptions & { name?: string }) =>
      createOrganizationKey(contextOf(options), id, options.name),
    )
}
