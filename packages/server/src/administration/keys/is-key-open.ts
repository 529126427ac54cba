import type { Database } from '../../database/database.ts'
import { selectOpenKeys } from './key-record.ts'

/** Whether a key exists and is neither revoked nor expired. */
export const isKeyOpen = async (database: Database, id: string): Promise<boolean> =>
  (await selectOpenKeys(database).where('id', '=', id).executeTakeFirst()) !== undefined
