import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { openApiSourceSchema } from '@sidenote/contract'
import { parseDocument } from 'yaml'
import type { z } from 'zod'
import { messageOf } from '../../errors.ts'
import type { PagePlace } from '../../generators/navigation.ts'
import { isRecord } from '../../pages/is-record.ts'
import { trimSlashes } from '../../pages/links.ts'
import { yamlMistake, yamlValue } from '../../pages/readers/yaml-value.ts'
import type { Source, SourceItem } from '../source.ts'
import { createFetcher } from '../website/fetcher.ts'
import { writeOperation } from './operation-page.ts'
import { type Json, listOperations, otherFiles } from './operations.ts'
import { listTopics, titleOfApi, writeOverview, writeTopic } from './overview-pages.ts'

export type OpenApiSettings = Omit<z.infer<typeof openApiSourceSchema>, 'kind'>

const mostBytes = 32 * 1024 * 1024

/** Pages for each operation, each tag and the whole of an OpenAPI document (3.x or 2.0, JSON or YAML). */
export function openApiSource(settings: OpenApiSettings): Source {
  return {
    async *read(signal): AsyncIterable<SourceItem> {
      const name = settings.file ?? settings.url ?? ''
      const document = readDocument(name, await readText(settings, signal))
      const root = trimSlashes(settings.path ?? 'api-reference')
      const operations = listOperations(document)
      const others = otherFiles(document)
      if (operations.length === 0)
        throw new Error(`${name} is no OpenAPI document: it has no operations.${filesNotRead(others)}`)
      const topics = listTopics(document, operations)
      yield { kind: 'total', pages: 1 + topics.length + operations.length }
      if (others.length > 0) yield { kind: 'note', failure: { path: name, reason: filesNotRead(others).trim() } }
      const api = titleOfApi(document)
      const topicsByPath = new Map(topics.map((topic) => [topic.path, topic.title]))
      const write = function* (): Generator<{ file: string; text: string; trail: string[] }> {
        yield { file: 'README.md', text: writeOverview({ document, topics, operations, root }), trail: [] }
        for (const operation of operations) {
          const topic = topicsByPath.get(operation.folder)
          const trail = topic === undefined ? [api] : [api, topic]
          yield { file: `${operation.path}.md`, text: writeOperation(operation, document), trail }
        }
        // As a README, a page keeps its own path when another one has that of its folder.
        for (const topic of topics) {
          yield { file: `${topic.path}/README.md`, text: writeTopic(topic, root), trail: [api] }
        }
      }
      for (const { file, text, trail } of write()) {
        signal.throwIfAborted()
        const hash = createHash('sha256').update(text).digest('hex')
        const place: PagePlace = { trail, position: null, version: null, language: null, anchors: 'github' }
        yield { kind: 'document', document: { path: `${root}/${file}`, text, hash, place } }
      }
    },
  }
}

const mostNamed = 3

/** A sentence about files that the document refers to. */
function filesNotRead(files: readonly string[]): string {
  if (files.length === 0) return ''
  const named = files.slice(0, mostNamed).join(', ')
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : ''
  return ` Other files that it refers to are not read: ${named}${more}. Bundle it into one file, as with “redocly bundle”.`
}

async function readText({ file, url, allowedHosts }: OpenApiSettings, signal: AbortSignal): Promise<string> {
  if (file !== undefined) {
    return readFile(file, { encoding: 'utf8', signal }).catch((cause: unknown) => {
      throw new Error(`The file ${file} cannot be read: ${messageOf(cause)}`, { cause })
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
  if (mistake) throw new Error(`${name} is neither JSON nor YAML: ${yamlMistake(mistake.message)}`)
  const value = readValue(name, document)
  if (!isRecord(value)) throw new Error(`${name} is no OpenAPI document.`)
  return value
}

function readValue(name: string, document: ReturnType<typeof parseDocument>): unknown {
  try {
    return yamlValue(document, 1_000)
  } catch (cause) {
    throw new Error(`${name} cannot be read: ${messageOf(cause)}`, { cause })
  }
}

/** Most documents are JSON, and a parser of YAML takes seconds for a large one. */
function readJson(text: string): Json | undefined {
  if (!/^\uFEFF?\s*\{/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isRecord(value) ? value : undefined
  } catch {
    // YAML may begin with a brace, too, and its parser tells what is wrong.
    return undefined
  }
}
