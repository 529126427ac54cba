/** Syncs a site in a process of its own: `node sync-process.ts DATA_FOLDER SITE_ID`. Says when it begins, and when pages are written. */
import { openDatabase } from '../../src/database/open.ts'
import { syncSite } from '../../src/docs/sync.ts'

const [dataFolder = '', id = ''] = process.argv.slice(2)
const database = await openDatabase({ dataFolder })
console.log('begins')
let isTold = false
await syncSite(
  database,
  { id },
  {
    onProgress: ({ changed }) => {
      if (changed > 0 && !isTold) console.log('written')
      isTold ||= changed > 0
    },
  },
)
await database.destroy()
