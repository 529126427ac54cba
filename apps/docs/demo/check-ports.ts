// What `npm start` runs first: a port that is taken is told before anything is installed and built.
import { join } from 'node:path'
import { requireDemoPorts } from './ports.ts'
import { readSettings } from './settings.ts'

try {
  await requireDemoPorts(readSettings(process.env, join(import.meta.dirname, '..', '..', '..')))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
