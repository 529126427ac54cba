import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'

const document: {
  paths: Record<string, Record<string, { responses: Record<string, OpenApiResponse> }>>
  components: { responses: Record<string, OpenApiResponse>; schemas: Record<string, object> }
} = JSON.parse(readFileSync(new URL('github-openapi.json', import.meta.url), 'utf8'))

type OpenApiResponse = { $ref?: string; content?: Record<string, { schema: object }> }

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
/** OpenAPI 3.0 says `nullable` where JSON Schema has a type of its own. */
function jsonSchemaOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(jsonSchemaOf)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, jsonSchemaOf(inner)]),
  )
  return nullable === true ? { anyOf: [{ type: 'null' }, rest] } : rest
}

ajv.addSchema({ $id: 'github', components: jsonSchemaOf(document.components) })
const compiled = new Map<string, ValidateFunction>()

/**
 * What GitHub's own OpenAPI document has against a reply; empty: nothing. A status that the document does not list for
 * the operation is an objection, but for those that every operation may give.
 */
export function objectionsOf(method: string, path: string, status: number, body: unknown): string[] {
  const template = Object.keys(document.paths).find((one) => patternOf(one).test(path))
  const responses = template && document.paths[template]?.[method.toLowerCase()]?.responses
  if (!responses) return [`GitHub has no ${method} ${path} in this extract.`]
  const listed = responses[status]
  if (!listed) return [401, 403, 404].includes(status) ? [] : [`${method} ${template} does not answer ${status}.`]
  const response = listed.$ref ? document.components.responses[listed.$ref.split('/').at(-1) ?? ''] : listed
  const schema = response?.content?.['application/json']?.schema
  if (!schema) return []
  const key = `${method} ${template} ${status}`
  const validate = compiled.get(key) ?? ajv.compile(rebase(schema))
  compiled.set(key, validate)
  if (validate(body)) return []
  return (validate.errors ?? []).map(
    (error) => `${key}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
  )
}

const patternOf = (template: string): RegExp => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`)

/** References of the document are seen from the schema that holds all of it. */
const rebase = (schema: object): object =>
  JSON.parse(JSON.stringify(jsonSchemaOf(schema)).replaceAll('"$ref":"#/', '"$ref":"github#/'))
