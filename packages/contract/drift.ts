// Compares the committed OpenAPI document with the one that the schemas give: `node drift.ts`; `--write` updates it.
import { readFile, writeFile } from 'node:fs/promises'
import packageJson from './package.json' with { type: 'json' }
import { writeOpenApi } from './src/index.ts'

const file = new URL('openapi.json', import.meta.url)
const document = `${JSON.stringify(writeOpenApi(packageJson.version), null, 2)}\n`

if (process.argv.includes('--write')) {
  await writeFile(file, document)
} else if ((await readFile(file, 'utf8').catch(() => '')) !== document) {
  console.error(
    'packages/contract/openapi.json does not match the schemas. Run: pnpm --filter @sidenote/contract openapi',
  )
  process.exitCode = 1
}
