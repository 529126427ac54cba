import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { openApiSourceSchema } from '@sidenote/contract'
import { parseDocument } from 'yaml'
import type { z } from 'zod'
import { trimSlashes } from '../../links.ts'
import type { Source, SourceItem } from '../source.ts'
import { createFetcher } from '../website/fetcher.ts'
import { writeOperation } from './operation-page.ts'
import { isJson, type Json, listOperations } from './operations.ts'

export type OpenApiSettings = Omit<z.infer<typeof openApiSourceSchema>, 'kind'>

const mostBytes = 32 * 1024 * 1024

/** One page for each operation of an OpenAPI document (3.x or 2.0, JSON or YAML). */
export function openApiSource(settings: OpenApiSettings): Source {
  return {
    async *read(signal): AsyncIterable<SourceItem> {
      const document = readDocument(settings.file ?? settings.url ?? '', await readText(settings, signal))
      const root = trimSlashes(settings.path ?? 'api-reference')
      const operations = listOperations(document)
      if (operations.length === 0) {
        throw new Error(`${settings.file ?? settings.url} is no OpenAPI document: it has no operations.`)
      }
      yield { kind: 'total', pages: operations.length }
      for (const operation of operations) {
        signal.throwIfAborted()
        const text = writeOperation(operation, document)
        const hash = createHash('sha256').update(text).digest('hex')
        yield { kind: 'document', document: { path: `${root}/${operation.path}.md`, text, hash } }
      }
    },
  }
}

async function readText({ file, url, allowedHosts }: OpenApiSettings, signal: AbortSignal): Promise<string> {
  if (file !== undefined) {
    return readFile(file, { encoding: 'utf8', signal }).catch((cause: unknown) => {
      throw new Error(`The file ${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
    })
  }
  if (url === undefined) throw new Error('An OpenAPI source has either a file or a url.')
  const answer = await createFetcher({ allowedHosts, seconds: 60 })({ url: new URL(url), signal, mostBytes })
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}.`)
  return answer.body.toString('utf8')
}

function readDocument(name: string, text: string): Json {
  const json = readJson(text)
  if (json) return json
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent', uniqueKeys: false })
  const [mistake] = document.errors
  if (mistake) throw new Error(`${name} is neither JSON nor YAML: ${mistake.message.replace(/\s+/g, ' ')}`)
  // The alias bound keeps a document of nested aliases from filling the memory.
  const value: unknown = document.toJS({ maxAliasCount: 1_000 })
  if (!isJson(value)) throw new Error(`${name} is no OpenAPI document.`)
  return value
}

/** Most documents are JSON, and a parser of YAML takes seconds for a large one. */
function readJson(text: string): Json | undefined {
  if (!/^\uFEFF?\s*\{/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isJson(value) ? value : undefined
  } catch {
    // YAML may begin with a brace, too, and its parser tells what is wrong.
    return undefined
  }
}
