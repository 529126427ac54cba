import GithubSlugger, { slug } from 'github-slugger'
import { isRecord } from '../../pages/is-record.ts'
import { decodeEscapes } from '../../pages/links.ts'
import { numberText } from './exact-number.ts'

export type Json = Record<string, unknown>

/** A text, or a number as it is written; empty for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : (numberText(value) ?? ''))

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const entriesOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : [])

/** One operation of an OpenAPI document. */
export interface Operation {
  method: string
  /** Where it is sent to; null for a webhook, which the API sends. */
  address: string | null
  title: string
  /** Path of its page below the pages of the document. */
  path: string
  /** The first step of that, of its first tag; empty without one. */
  folder: string
  tags: string[]
  definition: Json
  /** What is said of all operations at its address. */
  item: Json
  /** Those of its path and its own. */
  parameters: Json[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query']
const longestTitle = 120
/** By which operations and tags say that no page shows them. */
const hidingMarks = ['x-internal', 'x-hidden', 'x-excluded', 'x-scalar-ignore']

/** Every operation and webhook that is published, in the order of the document. */
export function listOperations(document: Json): Operation[] {
  const slugger = new GithubSlugger()
  const operations: Operation[] = []
  const add = (item: Json, method: string, name: { address: string } | { webhook: string }) => {
    const definition =
      item[method] ?? (isRecord(item.additionalOperations) ? item.additionalOperations[method] : undefined)
    if (!isRecord(definition) || isHidden(definition)) return
    const address = 'address' in name ? name.address : null
    const called = 'address' in name ? `${method.toUpperCase()} ${name.address}` : name.webhook
    const id = textOf(definition.operationId) || called.replace(/[^\w]+/g, ' ').trim()
    const tags = listOf(definition.tags).filter((tag) => typeof tag === 'string')
    const folder = address === null ? 'webhooks' : slug(tags[0] ?? '')
    const plain = id.replace(/[/.:]+/g, '-')
    const file = slugger.slug('address' in name && !textOf(definition.operationId) ? plain.toLowerCase() : plain)
    operations.push({
      method,
      address,
      folder,
      tags,
      definition,
      item,
      title: titleOf(definition) || inWords(textOf(definition.operationId)) || called,
      path: folder ? `${folder}/${file}` : file,
      parameters: parametersOf(item, definition, document),
    })
  }
  const addAll = (items: unknown, nameOf: (key: string) => { address: string } | { webhook: string }) => {
    for (const [key, written] of entriesOf(items)) {
      const item = follow(written, document)
      if (isHidden(item)) continue
      const others = entriesOf(item.additionalOperations).map(([method]) => method)
      for (const method of [...methods, ...others]) add(item, method, nameOf(key))
    }
  }
  addAll(document.paths, (address) => ({ address }))
  // Before version 3.1 Redoc and others read them under a name of their own.
  for (const key of ['webhooks', 'x-webhooks']) addAll(document[key], (webhook) => ({ webhook }))
  return operations
}

/** Its summary, unless that is a paragraph. */
export function titleOf({ summary }: Json): string {
  const title = textOf(summary)
  return title.length <= longestTitle && !title.includes('\n') ? title : ''
}

/** `listCoreV1NamespacedPod` and `deploy-key/deleted` as “List core V1 namespaced pod” and “Deploy key deleted”. */
function inWords(id: string): string {
  const words = id
    .replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$& ')
    .split(/[\s/._:-]+/)
    .filter(Boolean)
    .map((word, at) =>
      at === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : /^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word,
    )
  return words.join(' ')
}

export const isHidden = (value: Json): boolean => hidingMarks.some((mark) => value[mark] === true)

/** What an operation says of a parameter counts more than what its path says of it. */
function parametersOf(item: Json, definition: Json, document: Json): Json[] {
  const all = [...listOf(item.parameters), ...listOf(definition.parameters)].map((value) => described(value, document))
  return [...new Map(all.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()]
}

/** What a reference within the document stands for; an empty object when that is nothing. */
export function follow(value: unknown, document: Json, hops = 0): Json {
  if (!isRecord(value)) return {}
  const { $ref } = value
  if (typeof $ref !== 'string') return value
  if (hops > 10) return {}
  if (!$ref.startsWith('#/')) return follow(namedSchemas(document).get($ref), document, hops + 1)
  const parts = $ref
    .slice(2)
    .split('/')
    .map((part) => decodeEscapes(part).replace(/~1/g, '/').replace(/~0/g, '~'))
  const found = parts.reduce<unknown>(
    (inner, part) => (isRecord(inner) && Object.hasOwn(inner, part) ? inner[part] : undefined),
    document,
  )
  return follow(found, document, hops + 1)
}

const namedByDocument = new WeakMap<Json, ReadonlyMap<string, Json>>()

/** The schemas of a document that are referred to by a name of their own: by `$anchor` as `#name`, or by `$id`. */
function namedSchemas(document: Json): ReadonlyMap<string, Json> {
  const known = namedByDocument.get(document)
  if (known) return known
  const found = new Map<string, Json>()
  const seen = new Set<unknown>()
  const left: unknown[] = [document]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (seen.has(value)) continue
    seen.add(value)
    if (isRecord(value)) {
      for (const key of ['$anchor', '$dynamicAnchor'])
        if (typeof value[key] === 'string') found.set(`#${value[key]}`, value)
      if (typeof value.$id === 'string') found.set(value.$id, value)
    }
    if (isHolder(value)) for (const inner of Object.values(value as object)) if (isHolder(inner)) left.push(inner)
  }
  namedByDocument.set(document, found)
  return found
}

/** The same, with what is said beside the reference, which counts more from version 3.1 on. */
export function described(value: unknown, document: Json): Json {
  const found = follow(value, document)
  if (!isRecord(value) || value === found) return found
  const { $ref: _reference, ...beside } = value
  return { ...found, ...beside }
}

/** The files that a document refers to beside itself. */
export function otherFiles(document: Json): string[] {
  const found = new Set<string>()
  const left: unknown[] = [document]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    const reference = isRecord(value) ? textOf(value.$ref) : ''
    if (reference && !reference.startsWith('#') && !namedSchemas(document).has(reference)) {
      found.add(reference.replace(/#.*$/s, ''))
    }
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) if (isHolder(inner)) left.push(inner)
  }
  return [...found]
}

const isHolder = (value: unknown): boolean => typeof value === 'object' && value !== null
