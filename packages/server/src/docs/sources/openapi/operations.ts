import GithubSlugger, { slug } from 'github-slugger'

export type Json = Record<string, unknown>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** One operation of an OpenAPI document. */
export interface Operation {
  method: string
  address: string
  /** Path of its page below the pages of the document. */
  path: string
  definition: Json
  /** Those of its path and its own. */
  parameters: Json[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']

/** Every operation, in the order of the document. */
export function listOperations(document: Json): Operation[] {
  const slugger = new GithubSlugger()
  const operations: Operation[] = []
  for (const [address, written] of Object.entries(isJson(document.paths) ? document.paths : {})) {
    const item = follow(written, document)
    for (const method of methods) {
      const definition = item[method]
      if (!isJson(definition)) continue
      const tag = slug(textOf(listOf(definition.tags)[0]))
      const name = slugger.slug(textOf(definition.operationId) || `${method} ${address.replace(/[^\w]+/g, ' ').trim()}`)
      const parameters = [...listOf(item.parameters), ...listOf(definition.parameters)]
      operations.push({
        method,
        address,
        path: tag ? `${tag}/${name}` : name,
        definition,
        parameters: parameters.map((parameter) => follow(parameter, document)),
      })
    }
  }
  return operations
}

/** What a reference within the document stands for; an empty object when that is nothing. */
export function follow(value: unknown, document: Json, hops = 0): Json {
  if (!isJson(value)) return {}
  const { $ref } = value
  if (typeof $ref !== 'string') return value
  if (!$ref.startsWith('#/') || hops > 10) return {}
  const parts = $ref
    .slice(2)
    .split('/')
    .map((part) => decoded(part).replace(/~1/g, '/').replace(/~0/g, '~'))
  const found = parts.reduce<unknown>(
    (inner, part) => (isJson(inner) && Object.hasOwn(inner, part) ? inner[part] : undefined),
    document,
  )
  return follow(found, document, hops + 1)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A stray percent sign is part of the name.
    return part
  }
}
