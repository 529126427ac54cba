import * as contract from '@sidenote/contract'
import { z } from 'zod'
import { type ConfirmedOptions, confirm, withConfirmation } from './confirm.ts'
import { printCreatedKey } from './keys.ts'
import type { CommandContext, CommonOptions, ProgramParts } from './program-parts.ts'
import { counted } from './syncs/sync-report.ts'
import { writeTable } from './table.ts'

const organizationsSchema = z.object({ organizations: z.array(contract.organizationSchema) })

const writeOrganizations = (organizations: readonly contract.Organization[]): string =>
  writeTable(
    ['ID', 'NAME', 'TRUSTED', 'SITES', 'PROJECTS', 'KEYS', 'CREATED'],
    organizations.map(({ id, name, isTrusted, sites, projects, keys, createdAt }) => [
      id,
      name,
      isTrusted ? 'yes' : 'no',
      String(sites),
      String(projects),
      String(keys),
      createdAt,
    ]),
  )

const listOrganizations = async ({ client, print }: CommandContext): Promise<void> => {
  const answer = await client(contract.listOrganizations, {}, organizationsSchema)
  print(answer, writeOrganizations(answer.organizations))
}

const createOrganization = async (
  { client, print }: CommandContext,
  body: contract.OrganizationRequest,
): Promise<void> => {
  const organization = await client(contract.createOrganization, { body }, contract.createdOrganizationSchema)
  process.stderr.write(
    `Added the organization ${organization.id}. Its administrators use this key as SIDENOTE_ADMIN_KEY:\n`,
  )
  printCreatedKey((_, text) => print(organization, text), organization.administratorKey)
}

const fetchOrganization = ({ client }: CommandContext, organizationId: string): Promise<contract.Organization> =>
  client(contract.getOrganization, { params: { organizationId } }, contract.organizationSchema)

const showOrganization = async (context: CommandContext, organizationId: string): Promise<void> => {
  const organization = await fetchOrganization(context, organizationId)
  context.print(organization, writeOrganizations([organization]))
}

const renameOrganization = async (
  { client, print }: CommandContext,
  organizationId: string,
  name: string,
): Promise<void> => {
  const input = { params: { organizationId }, body: { name } }
  const organization = await client(contract.updateOrganization, input, contract.organizationSchema)
  print(organization, `Renamed ${organization.id} to "${organization.name}".`)
}

const trustOrganization = async (
  { client, print }: CommandContext,
  organizationId: string,
  isTrusted: boolean,
): Promise<void> => {
  const input = { params: { organizationId }, body: { isTrusted } }
  const organization = await client(contract.updateOrganization, input, contract.organizationSchema)
  const can = isTrusted ? 'can name' : 'can no longer name'
  const pages = isTrusted
    ? 'Its open pages are at their domains, unless somebody else has proven these.'
    : 'Its open pages are no longer at domains that it has not proven, but at addresses of its own.'
  print(
    organization,
    `"${organization.name}" ${can} folders on the server’s machine and hosts in its network. ${pages}`,
  )
}

const deleteOrganization = async (
  context: CommandContext,
  organizationId: string,
  options: ConfirmedOptions,
): Promise<void> => {
  const { id, name, sites, projects, keys } = await fetchOrganization(context, organizationId)
  await confirm(
    `This permanently deletes the organization "${name}": ${counted(sites, 'site')} with their pages and conversations, ${counted(projects, 'project')} and ${counted(keys, 'key')}.`,
    options,
  )
  await context.client(contract.deleteOrganization, { params: { organizationId } }, z.undefined())
  context.print({ id, deleted: true }, `Deleted the organization "${name}" and everything that belonged to it.`)
}

const createOrganizationKey = async (
  { client, print }: CommandContext,
  organizationId: string,
  name: string | undefined,
): Promise<void> => {
  const input = { params: { organizationId }, body: { name } }
  printCreatedKey(print, await client(contract.createOrganizationKey, input, contract.createdKeySchema))
}

/** Adds `organizations …` to the program. */
export const addOrganizationCommands = ({ program, clientCommand, contextOf }: ProgramParts): void => {
  const organizations = program
    .command('organizations')
    .description('those who share this server, each with its own sites, projects and keys; for the operator')
  clientCommand(organizations, 'list', 'list the organizations').action((options: CommonOptions) =>
    listOrganizations(contextOf(options)),
  )
  clientCommand(organizations, 'create <name>', 'add an organization; its administrator key is shown only this once')
    .option('--trusted', 'it can name folders on the server’s machine and hosts in its network')
    .action((name: string, options: CommonOptions & { trusted?: boolean }) =>
      createOrganization(contextOf(options), { name, isTrusted: options.trusted === true }),
    )
  clientCommand(organizations, 'show <id>', 'show an organization').action((id: string, options: CommonOptions) =>
    showOrganization(contextOf(options), id),
  )
  clientCommand(organizations, 'rename <id> <name>', 'rename an organization').action(
    (id: string, name: string, options: CommonOptions) => renameOrganization(contextOf(options), id, name),
  )
  clientCommand(organizations, 'trust <id>', 'let one name folders on the server’s machine and hosts in its network')
    .option('--off', 'no longer let it, nor have domains that it has not proven')
    .action((id: string, options: CommonOptions & { off?: boolean }) =>
      trustOrganization(contextOf(options), id, options.off !== true),
    )
  withConfirmation(
    clientCommand(organizations, 'delete <id>', 'delete an organization and everything that belongs to it'),
  ).action((id: string, options: ConfirmedOptions) => deleteOrganization(contextOf(options), id, options))
  clientCommand(organizations, 'key <id>', 'create an administrator key for an organization that has lost its own')
    .option('--name <name>', 'what the key is for')
    .action((id: string, options: CommonOptions & { name?: string }) =>
      createOrganizationKey(contextOf(options), id, options.name),
    )
}
