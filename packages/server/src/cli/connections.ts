import * as contract from '@sidenote/contract'
import { z } from 'zod'
import type { CommandContext, CommonOptions, ProgramParts } from './program-parts.ts'
import { writeTable } from './table.ts'

const connectionsSchema = z.object({ connections: z.array(contract.connectionSchema) })

const listConnections = async ({ client, print }: CommandContext): Promise<void> => {
  const { connections } = await client(contract.listConnections, {}, connectionsSchema)
  const rows = connections.map((row) => [
    row.id,
    row.client,
    row.clientHost ?? '',
    row.site,
    row.person.name,
    row.createdAt,
    row.lastUsedAt ?? 'never',
  ])
  const headings = ['ID', 'PROGRAM', 'HOST', 'SITE', 'FOR', 'CONNECTED', 'LAST USED']
  print({ connections }, rows.length > 0 ? writeTable(headings, rows) : 'Nobody has connected a program.')
}

const revokeConnection = async ({ client, print }: CommandContext, id: string): Promise<void> => {
  await client(contract.deleteConnection, { params: { id } }, z.undefined())
  print({ id, revoked: true }, `Revoked ${id}. The server refuses what the program has from now on.`)
}

/** Adds `connections …` to the program. */
export const addConnectionCommands = ({ program, clientCommand, contextOf }: ProgramParts): void => {
  const connections = program
    .command('connections')
    .description('the programs, such as Claude, that read a site over MCP for people who have signed in for them')
  clientCommand(connections, 'list', 'list them, newest first').action((options: CommonOptions) =>
    listConnections(contextOf(options)),
  )
  clientCommand(connections, 'revoke <id>', 'disconnect one; the person can connect it again').action(
    (id: string, options: CommonOptions) => revokeConnection(contextOf(options), id),
  )
}
