import { type InsertQueryNode, type KyselyPlugin, type RootOperationNode, type UpdateResult, ValuesNode } from 'kysely'

/** How many rows an insert leaves; undefined when it may leave fewer, as it does where a row stands already. */
const rowsOf = ({ values, onConflict, orAction }: InsertQueryNode): number | undefined => {
  if (!values || !ValuesNode.is(values) || orAction) return undefined
  if (onConflict && (onConflict.doNothing || onConflict.updateWhere)) return undefined
  return values.values.length
}

/**
 * Makes an insert that leaves fewer rows than it was given an error. A trigger, a rule or a fault of the database may drop
 * a row without a word, and whoever was told that it is kept would never know.
 */
export const checkInserts = (): KyselyPlugin => {
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
      const written = Number(result.numAffectedRows ?? result.rows.length)
      if (written === insert.rows) return result
      throw new Error(`The database dropped ${insert.rows - written} of ${insert.rows} rows for ${insert.table}.`)
    },
  }
}

/**
 * Runs an update of a row that the caller has just read or locked.
 *
 * @throws Error when it is not one row that has changed: to go on would be to tell of something that did not happen
 */
export const updateOne = async (query: { executeTakeFirstOrThrow: () => Promise<UpdateResult> }): Promise<void> => {
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error(`The database changed ${numUpdatedRows} rows where it had to change one.`)
}
