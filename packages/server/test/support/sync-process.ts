/**
 * Syncs a site in a process of its own, which is killed so many milliseconds after it begins, or after pages are written:
 * `node sync-process.ts DATA_FOLDER SITE_ID begins|written MILLISECONDS`. It counts them itself, however busy the machine is.
 */

import { Worker } from 'node:worker_threads'
import { openDatabase } from '../../src/database/open.ts'
import { openSearchIndex } from '../../src/search/search-index.ts'
import { syncSite } from '../../src/sources/sync.ts'
import { reading } from './reading.ts'

const [dataFolder = '', id = '', after = '', milliseconds = ''] = process.argv.slice(2)
const database = await openDatabase({ dataFolder })
let isDoomed = false
const doom = (reached: string) => {
  if (isDoomed || reached !== after) return
  isDoomed = true
  // From another thread, which does not ask what this one is doing.
  new Worker(`setTimeout(() => process.kill(${process.pid}, 'SIGKILL'), ${Number(milliseconds)})`, { eval: true })
}
doom('begins')
await syncSite(
  { searchIndex: openSearchIndex({ database }), reading },
  { id },
  { onProgress: ({ changed }) => void (changed > 0 && doom('written')) },
)
await database.destroy()
