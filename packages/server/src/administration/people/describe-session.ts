import type { Role, Session } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { operatorOrganization } from '../organizations/operator.ts'
import type { Caller } from './caller.ts'

/** What the role of a key would be. */
const roleOf = (caller: Caller): Role => {
  if (caller.kind === 'session') return caller.role
  return caller.scope === 'read' ? 'viewer' : 'owner'
}

/** Says who a caller is, and what they may do. */
export const describeSession = async (database: Database, caller: Caller): Promise<Session> => {
  const { id, name } = await database
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', '=', caller.organization_id)
    .executeTakeFirstOrThrow()
  return {
    person: caller.kind === 'session' ? caller.person : null,
    role: roleOf(caller),
    organization: { id, name, isOperator: id === operatorOrganization },
    expiresAt: caller.kind === 'session' ? caller.expiresAt : caller.expires_at,
  }
}
