import { AppError } from '../errors.ts'
import { writeCount } from '../quotas.ts'
import { type Database, engineOf } from './database.ts'

/**
 * Whether the organization may have another site, or another project. Of those that are added at once, one is counted after
 * the other.
 *
 * @param transaction in which the row is then inserted
 * @throws AppError `conflict` with figure and bound
 */
export const requireRoom = async (
  transaction: Database,
  organizationId: string,
  { table, most }: { table: 'sites' | 'projects'; most: number },
): Promise<void> => {
  await transaction
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .$if(engineOf(transaction) === 'postgres', (select) => select.forNoKeyUpdate())
    .execute()
  const { count } = await transaction
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) < most) return
  const message = `The organization has ${writeCount(Number(count))} ${table}, as many as it may have: the operator’s bound is ${writeCount(most)} (SIDENOTE_ORGANIZATION_SITES).`
  throw new AppError('conflict', message)
}
