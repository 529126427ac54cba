import { isRecord } from '../../pages/is-record.ts'
import { described, entriesOf, follow, type Json, listOf, type Operation, textOf, titleOf } from './operations.ts'
import { code, exampleValues, writeField, writeFields } from './schema-text.ts'
import { writeRequirements } from './security-text.ts'
import { serverAddress } from './servers.ts'

const longestExample = 2_000

/** Writes an operation as a Markdown page: what it does, what it takes and what it answers. */
export function writeOperation(operation: Operation, document: Json): string {
  const { method, address, title, tags, definition, item, parameters } = operation
  const server = serverAddress([definition.servers, item.servers], document)
  const line = `${method.toUpperCase()} ${address}`
  const id = textOf(definition.operationId)
  const matter = { title, ...(address !== null && { description: line }), ...(tags.length > 0 && { tags }) }
  return joined([
    `---\n${JSON.stringify(matter)}\n---`,
    `# ${title}`,
    address === null
      ? 'A webhook: the API sends this request to you.'
      : fenced(`${method.toUpperCase()} ${server}${address}`, 'http'),
    definition.deprecated === true ? '**Deprecated.**' : '',
    ...labelled('Operation', titleOf(definition) === '' && id !== '' ? code(id) : undefined),
    titleOf(definition) ? '' : textOf(definition.summary),
    textOf(definition.description) || textOf(item.description),
    writeMore(definition.externalDocs),
    ...labelled('Credentials', writeRequirements(definition.security ?? document.security)),
    ...writeParameters(parameters, document),
    ...writeBody(operation, document),
    ...writeSamples(definition),
    ...writeResponses(definition, document),
    ...writeCallbacks(definition, document),
  ])
}

export const joined = (blocks: readonly string[]): string => `${blocks.filter((block) => block !== '').join('\n\n')}\n`

const labelled = (label: string, words: string | undefined): string[] =>
  words === undefined ? [] : [`**${label}:** ${words}.`]

/** The page that says more. */
export function writeMore(externalDocs: unknown): string {
  const { url, description } = isRecord(externalDocs) ? externalDocs : {}
  const address = textOf(url)
  if (!/^https?:\/\/[^\s<>]+$/.test(address)) return ''
  return `[${(textOf(description) || 'More').replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ')}](<${address}>)`
}

const places: Readonly<Record<string, string>> = { formData: 'Form parameters', querystring: 'Query string' }

function writeParameters(parameters: readonly Json[], document: Json): string[] {
  const groups = Map.groupBy(parameters, (parameter) => textOf(parameter.in))
  groups.delete('body')
  return [...groups].flatMap(([place, group]) => {
    const title = place
      ? (places[place] ?? `${place.charAt(0).toUpperCase()}${place.slice(1)} parameters`)
      : 'Parameters'
    const lines = group.flatMap((parameter) => [
      writeValue(textOf(parameter.name), parameter, document),
      ...indented(writeFields(schemaOf(parameter), document)),
    ])
    return [`## ${title}`, lines.join('\n')]
  })
}

/** The schema of a parameter or a header. */
const schemaOf = (value: Json): unknown => value.schema ?? contentsOf(value)[0]?.media.schema

/** The lines of a list as one below an item. */
const indented = (list: string): string[] => (list === '' ? [] : list.split('\n').map((line) => `  ${line}`))

/** A parameter or a header: what it says itself counts more than what its schema says. */
function writeValue(name: string, value: Json, document: Json): string {
  const schema = described(schemaOf(value) ?? value, document)
  const said = Object.fromEntries(
    ['description', 'deprecated', 'example', 'examples'].flatMap((key) => (value[key] ? [[key, value[key]]] : [])),
  )
  return writeField(name, { ...schema, ...said }, document, { isRequired: value.required === true })
}

function writeBody({ definition, parameters }: Operation, document: Json): string[] {
  const body = follow(definition.requestBody, document)
  const swagger = parameters.find((parameter) => parameter.in === 'body')
  if (swagger) {
    const types = writeTypes(listOf(definition.consumes ?? document.consumes))
    return ['## Request body', textOf(swagger.description), types, writeFields(swagger.schema, document)]
  }
  const contents = contentsOf(body)
  if (contents.length === 0) return []
  const types = writeTypes(contents.map(({ type }) => type))
  const required = body.required === true ? 'Required.' : ''
  return [
    '## Request body',
    textOf(body.description),
    [required, types].filter(Boolean).join(' '),
    ...writeContent(contents, document),
  ]
}

function writeResponses(definition: Json, document: Json): string[] {
  const responses = entriesOf(definition.responses)
  if (responses.length === 0) return []
  const known = new Map<string, string>()
  const written = responses.flatMap(([status, value]) => {
    const response = follow(value, document)
    const contents = contentsOf(response)
    const headers = entriesOf(response.headers).map(([name, header]) =>
      writeValue(name, follow(header, document), document),
    )
    const fields =
      response.schema === undefined ? writeContent(contents, document) : [writeFields(response.schema, document)]
    const first = known.get(fields.join('\n'))
    if (first === undefined && fields.some(Boolean)) known.set(fields.join('\n'), status)
    return [
      `### ${status}`,
      textOf(response.description),
      ...(first === undefined ? fields : [`The same fields as ${first}.`]),
      ...entriesOf(response.examples)
        .slice(0, 1)
        .map(([type, value]) => writeExample(type, value)),
      ...(headers.length > 0 ? ['Headers:', headers.join('\n')] : []),
    ]
  })
  return ['## Responses', ...written]
}

interface Content {
  type: string
  media: Json
}

/** What a body may be sent as; JSON, as most readers send it, first. */
function contentsOf(holder: Json): Content[] {
  const found = entriesOf(holder.content).flatMap(([type, media]) => (isRecord(media) ? [{ type, media }] : []))
  const isJsonType = ({ type }: Content) => /\bjson\b/i.test(type)
  return [...found.filter(isJsonType), ...found.filter((content) => !isJsonType(content))]
}

const writeTypes = (types: readonly unknown[]): string =>
  types.length > 0 ? `Sent as ${types.map(code).join(' or ')}.` : ''

function writeContent([first]: readonly Content[], document: Json): string[] {
  if (!first) return []
  const { type, media } = first
  const { schema } = media
  const [example] = [
    media.example,
    ...exampleValues(followedExamples(media.examples, document)),
    follow(schema, document).example,
  ].filter((value) => value !== undefined)
  return [
    schema === undefined ? '' : writeFields(schema, document),
    example === undefined ? '' : writeExample(type, example),
  ]
}

const followedExamples = (examples: unknown, document: Json): Json =>
  Object.fromEntries(
    entriesOf(examples)
      .slice(0, 1)
      .map(([name, example]) => [name, follow(example, document)]),
  )

function writeExample(type: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  if (text === undefined || text.length > longestExample) return ''
  return fenced(text, /\b(?:json|xml|yaml|csv)\b/.exec(type)?.[0] ?? '')
}

/** `x-codeSamples`, as Redoc, Scalar and Mintlify show them. */
function writeSamples(definition: Json): string[] {
  const samples = listOf(definition['x-codeSamples'] ?? definition['x-code-samples']).filter(isRecord)
  const written = samples.flatMap((sample) => {
    const source = textOf(sample.source)
    return source && source.length <= 2 * longestExample
      ? [textOf(sample.label), fenced(source, textOf(sample.lang).toLowerCase())]
      : []
  })
  return written.length > 0 ? ['## Examples', ...written] : []
}

function fenced(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const mark = '`'.repeat(longest + 1)
  return `${mark}${/^[\w+#.-]*$/.test(language) ? language : ''}\n${text}\n${mark}`
}

/** The requests that the API sends back. */
function writeCallbacks(definition: Json, document: Json): string[] {
  const written = entriesOf(definition.callbacks).flatMap(([name, callback]) =>
    entriesOf(follow(callback, document)).flatMap(([address, item]) =>
      entriesOf(follow(item, document)).flatMap(([method, sent]) => {
        if (!isRecord(sent)) return []
        const body = follow(sent.requestBody, document)
        return [
          `### ${name}`,
          `The API sends ${code(`${method.toUpperCase()} ${address}`)}.`,
          textOf(sent.description) || textOf(sent.summary),
          textOf(body.description),
          ...writeContent(contentsOf(body), document),
        ]
      }),
    ),
  )
  return written.length > 0 ? ['## Callbacks', ...written] : []
}
