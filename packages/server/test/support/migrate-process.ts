/** Opens a store in a process of its own: `node migrate-process.ts DATA_FOLDER [DATABASE_URL]`. Says when it begins. */
import { openDatabase } from '../../src/database/open.ts'

const [dataFolder = '', databaseUrl] = process.argv.slice(2)
console.log('begins')
await (await openDatabase({ dataFolder, databaseUrl })).destroy()
console.log('done')
