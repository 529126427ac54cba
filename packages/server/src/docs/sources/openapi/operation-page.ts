import { follow, isJson, type Json, listOf, type Operation, textOf } from './operations.ts'

const deepest = 4
const mostFields = 300

/** Writes an operation as a Markdown page: what it does, what it takes and what it answers. */
export function writeOperation(operation: Operation, document: Json): string {
  const { method, address, definition, parameters } = operation
  const title = textOf(definition.summary) || textOf(definition.operationId) || `${method.toUpperCase()} ${address}`
  const tags = listOf(definition.tags).filter((tag) => typeof tag === 'string')
  const blocks = [
    `---\n${JSON.stringify({ title, ...(tags.length > 0 && { tags }) })}\n---`,
    `# ${title}`,
    `\`\`\`http\n${method.toUpperCase()} ${serverOf(document)}${address}\n\`\`\``,
    definition.deprecated === true ? '**Deprecated.**' : '',
    textOf(definition.description),
    ...writeParameters(parameters, document),
    ...writeBody(operation, document),
    ...writeResponses(definition, document),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function serverOf(document: Json): string {
  const [server] = listOf(document.servers)
  const url = isJson(server) ? textOf(server.url) : textOf(document.basePath)
  return url.replace(/\/+$/, '')
}

function writeParameters(parameters: readonly Json[], document: Json): string[] {
  const places = [...new Set(parameters.map((parameter) => textOf(parameter.in)))].filter((place) => place !== 'body')
  return places.flatMap((place) => {
    const title = place ? `${place.charAt(0).toUpperCase()}${place.slice(1)} parameters` : 'Parameters'
    const lines = parameters
      .filter((parameter) => textOf(parameter.in) === place)
      .map((parameter) => {
        const schema = follow(parameter.schema ?? parameter, document)
        const description = textOf(parameter.description) || textOf(schema.description)
        return writeField(textOf(parameter.name), { ...schema, description }, parameter.required === true)
      })
    return [`## ${title}`, lines.join('\n')]
  })
}

function writeBody({ definition, parameters }: Operation, document: Json): string[] {
  const body = follow(definition.requestBody, document)
  const swagger = parameters.find((parameter) => parameter.in === 'body')
  const schema = swagger ? swagger.schema : contentSchema(body)
  if (schema === undefined) return []
  return ['## Request body', textOf(body.description), writeFields(schema, document)]
}

function writeResponses(definition: Json, document: Json): string[] {
  const responses = Object.entries(isJson(definition.responses) ? definition.responses : {})
  if (responses.length === 0) return []
  const written = responses.flatMap(([status, value]) => {
    const response = follow(value, document)
    const schema = contentSchema(response) ?? response.schema
    return [`### ${status}`, textOf(response.description), schema === undefined ? '' : writeFields(schema, document)]
  })
  return ['## Responses', ...written]
}

function contentSchema(holder: Json): unknown {
  const [first] = Object.values(isJson(holder.content) ? holder.content : {})
  return isJson(first) ? first.schema : undefined
}

/** The fields of a schema as a list, each with what it is. */
function writeFields(schema: unknown, document: Json): string {
  const lines: string[] = []
  const open = new Set<Json>()
  const add = (value: unknown, depth: number): void => {
    const found = follow(value, document)
    // A schema may hold itself: a value that is a list of values.
    if (open.has(found)) return
    open.add(found)
    addFields(found, depth)
    open.delete(found)
  }
  const addFields = (found: Json, depth: number): void => {
    for (const key of ['allOf', 'oneOf', 'anyOf']) for (const part of listOf(found[key])) add(part, depth)
    if (found.items !== undefined) add(found.items, depth)
    const required = new Set(listOf(found.required))
    for (const [name, inner] of Object.entries(isJson(found.properties) ? found.properties : {})) {
      if (lines.length >= mostFields) return
      lines.push('  '.repeat(depth) + writeField(name, follow(inner, document), required.has(name)))
      if (depth < deepest) add(inner, depth + 1)
    }
  }
  add(schema, 0)
  return lines.join('\n')
}

function writeField(name: string, schema: Json, isRequired: boolean): string {
  const type = [schema.type, schema.format]
    .flat()
    .filter((part) => typeof part === 'string')
    .join(' ')
  const choices = listOf(schema.enum).map((choice) => `\`${String(choice)}\``)
  const facts = [
    type,
    isRequired ? 'required' : '',
    schema.default === undefined ? '' : `default \`${JSON.stringify(schema.default)}\``,
    choices.length > 0 ? `one of ${choices.join(', ')}` : '',
  ].filter((fact) => fact !== '')
  const description = textOf(schema.description).replace(/\s*\n\s*/g, ' ')
  return `- \`${name}\`${facts.length > 0 ? ` (${facts.join(', ')})` : ''}${description ? `: ${description}` : ''}`
}
