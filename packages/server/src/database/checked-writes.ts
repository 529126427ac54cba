import { type InsertQueryNode, type KyselyPlugin, type RootOperationNode, type UpdateResult, ValuesNode } from 'kysely'

/** The rows that an insert has to write; undefined when it may write fewer, because it skips existing rows. */
const rowsOf = ({ values, onConflict, orAction }: InsertQueryNode): number | undefined => {
  if (!values || !ValuesNode.is(values) || orAction) return undefined
  if (onConflict && (onConflict.doNothing || onConflict.updateWhere)) return undefined
  return values.values.length
}

/**
 * Turns an insert that writes fewer rows than it was given into an error. A trigger, a rule or a fault of the database can drop
 * a row silently, and nobody would notice.
 */
export const checkInserts = (): KyselyPlugin => {
  // Kysely passes the same `queryId` object to both methods, and nothing when a query fails: a weak key is how its API keeps
  // state per query (https://kysely.dev, “KyselyPlugin”).
  const expected = new WeakMap<object, { rows: number; table: string }>()
  return {
    transformQuery({ node, queryId }): RootOperationNode {
      const rows = node.kind === 'InsertQueryNode' ? rowsOf(node) : undefined
      if (node.kind === 'InsertQueryNode' && rows !== undefined) {
        expected.set(queryId, { rows, table: node.into?.table.identifier.name ?? 'a table' })
      }
      return node
    },
    async transformResult({ queryId, result }) {
      const insert = expected.get(queryId)
      if (!insert) return result
      const rows = Number(result.numAffectedRows ?? result.rows.length)
      if (rows === insert.rows) return result
      throw new Error(`The database dropped ${insert.rows - rows} of ${insert.rows} rows for ${insert.table}.`)
    },
  }
}

/**
 * Runs an update of one row that the caller has just read or locked.
 *
 * @throws Error when it changed any other number of rows: the caller must not report what didn’t happen
 */
export const updateOne = async (query: { executeTakeFirstOrThrow: () => Promise<UpdateResult> }): Promise<void> => {
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error(`The database changed ${numUpdatedRows} rows where it had to change one.`)
}
