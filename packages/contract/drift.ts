// Compares the committed OpenAPI document with the one that the schemas give: `node drift.ts`; `--write` renews it.
import { readFile, writeFile } from 'node:fs/promises'
import packageJson from './package.json' with { type: 'json' }
import { writeOpenApi } from './src/index.ts'

const file = new URL('openapi.json', import.meta.url)
const written = `${JSON.stringify(writeOpenApi(packageJson.version), null, 2)}\n`

if (process.argv.includes('--write')) {
  await writeFile(file, written)
} else if ((await readFile(file, 'utf8').catch(() => '')) !== written) {
  console.error(
    'packages/contract/openapi.json is not what the schemas say. Run: pnpm --filter @sidenote/contract openapi',
  )
  process.exitCode = 1
}
