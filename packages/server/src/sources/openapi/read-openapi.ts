import { createHash } from 'node:crypto'
import { isRecord } from '../../pages/is-record.ts'
import { findJsonExcess } from '../../pages/readers/json.ts'
import { readYaml } from '../../pages/readers/yaml.ts'
import { parseExactJson } from '../../parse-json.ts'
import { exactNumber } from './exact-number.ts'
import { writeOperation } from './operation-page.ts'
import { type Json, listOperations, otherFiles } from './operations.ts'
import { listTopics, titleOfApi, writeOverview, writeTopic } from './overview-pages.ts'

/** A document to be read. */
export interface OpenApiRequest {
  /** Its file or address, for sentences. */
  readonly name: string
  /** JSON or YAML in UTF-8. */
  readonly body: Uint8Array
  /** What stands before the paths of its pages. */
  readonly root: string
}

/** The pages of a document, their texts in one piece: thousands of small ones would take long from one process to the other. */
export interface OpenApiPages {
  readonly pages: readonly OpenApiPage[]
  /** UTF-8. */
  readonly texts: Uint8Array
  /** A sentence about files that the document refers to, which are not read. */
  readonly note: string | undefined
  /** A sentence about pages that are left out. */
  readonly excess: string | undefined
}

export interface OpenApiPage {
  /** Below the root. */
  readonly file: string
  readonly trail: readonly string[]
  /** SHA-256 of the text, hexadecimal. */
  readonly hash: string
  /** Where its text ends; it begins where the one before ends. */
  readonly end: number
}

/** The API of GitHub, the largest that is known, has 700,000 values and keys in 12 MB, and 10 MB of pages. */
const mostBytesOfPages = 32 * 1024 * 1024
const jsonBounds = { values: 2_000_000, deepest: 500 }
const yamlBounds = { parts: 1_000_000, aliased: 200_000, readNumber: exactNumber }

/**
 * Writes pages for each operation, each tag and the whole of an OpenAPI document (3.x or 2.0).
 *
 * @throws Error a sentence when it cannot be read, or is none
 */
export function readOpenApi({ name, body, root }: OpenApiRequest): OpenApiPages {
  const document = readDocument(name, new TextDecoder().decode(body))
  const operations = listOperations(document)
  const note = sentenceAbout(otherFiles(document))
  if (document.asyncapi !== undefined) {
    throw new Error(`${name} is an AsyncAPI document, which is not read: render it as Markdown or HTML and index that.`)
  }
  if (operations.length === 0) {
    throw new Error([`${name} is no OpenAPI document: it has no operations.`, note].filter(Boolean).join(' '))
  }
  const topics = listTopics(document, operations)
  const pages: OpenApiPage[] = []
  const texts: Buffer[] = []
  let end = 0
  for (const { file, text, trail } of writePages({ document, operations, topics, root })) {
    const bytes = Buffer.from(text)
    if (end + bytes.length > mostBytesOfPages) break
    end += bytes.length
    texts.push(bytes)
    pages.push({ file, trail, hash: createHash('sha256').update(bytes).digest('hex'), end })
  }
  const missing = 1 + operations.length + topics.length - pages.length
  const excess = `${missing} of its pages are left out: the others have ${mostBytesOfPages} bytes already.`
  return { pages, texts: Buffer.concat(texts), note, excess: missing > 0 ? excess : undefined }
}

interface Parts {
  readonly document: Json
  readonly operations: ReturnType<typeof listOperations>
  readonly topics: ReturnType<typeof listTopics>
  readonly root: string
}

function* writePages({ document, operations, topics, root }: Parts) {
  const api = titleOfApi(document)
  const topicsByPath = new Map(topics.map((topic) => [topic.path, topic.title]))
  yield { file: 'README.md', text: writeOverview({ document, topics, operations, root }), trail: [] }
  for (const operation of operations) {
    const topic = topicsByPath.get(operation.folder)
    const trail = topic === undefined ? [api] : [api, topic]
    yield { file: `${operation.path}.md`, text: writeOperation(operation, document), trail }
  }
  // As a README, a page keeps its own path when another one has that of its folder.
  for (const topic of topics) yield { file: `${topic.path}/README.md`, text: writeTopic(topic, root), trail: [api] }
}

const mostNamed = 3

function sentenceAbout(files: readonly string[]): string | undefined {
  if (files.length === 0) return undefined
  const named = files.slice(0, mostNamed).join(', ')
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : ''
  return `Other files that it refers to are not read: ${named}${more}. Bundle it into one file, as with “redocly bundle”.`
}

function readDocument(name: string, text: string): Json {
  const json = readJson(name, text)
  if (json) return json
  const { value, mistakes } = readYaml(text, yamlBounds)
  const mistake = mistakes.find(({ kind }) => kind === 'syntax')
  if (mistake) throw new Error(`${name} is neither JSON nor YAML that can be read: ${mistake.reason}`)
  if (!isRecord(value)) throw new Error(`${name} is no OpenAPI document.`)
  return value
}

/** Most documents are JSON, and a parser of YAML takes seconds for a large one. */
function readJson(name: string, text: string): Json | undefined {
  const written = text.replace(/^\uFEFF/, '').trimStart()
  if (!written.startsWith('{')) return undefined
  const excess = findJsonExcess(written, jsonBounds)
  if (excess) throw new Error(`${name} cannot be read: ${excess}`)
  // YAML may begin with a brace, too, and its parser tells what is wrong.
  const value = parseExactJson(written, exactNumber)
  return isRecord(value) ? value : undefined
}
