import {
  choicesSchema,
  messageMetadataSchema,
  problemSchema,
  searchNoticeSchema,
  sourceMetadataSchema,
  suggestionsSchema,
  writeOpenApi,
} from '@sidenote/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { z } from 'zod'

type Schema = Record<string, unknown>
interface WrittenResponse {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}
interface WrittenOperation {
  readonly responses: Readonly<Record<string, WrittenResponse>>
}

/** What came back for a request. */
export interface Received {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
  readonly contentType: string | null
  readonly text: string
}

const document = writeOpenApi('0.0.0')
const paths = document.paths as Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'openapi', components: document.components })

/** Addresses without a word that varies first: `/discovery/v1/page/a` is no file of a widget. */
const templates = Object.keys(paths)
  .sort((one, other) => one.split('{').length - other.split('{').length)
  .map((template) => ({
    template,
    pattern: new RegExp(
      `^${template
        .replace(/[.]/g, '\\.')
        .replace('{path}', '.+')
        .replace(/\{\w+\}/g, '[^/]+')}/?$`,
    ),
  }))

const templateByPath = new Map<string, string | undefined>()
const templateOf = (path: string): string | undefined => {
  if (!templateByPath.has(path)) templateByPath.set(path, templates.find(({ pattern }) => pattern.test(path))?.template)
  return templateByPath.get(path)
}

const validators = new Map<string, ValidateFunction>()
const validatorOf = (name: string, schema: Schema): ValidateFunction => {
  const known = validators.get(name)
  if (known) return known
  const rebased = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/'))
  const validate = ajv.compile(rebased)
  validators.set(name, validate)
  return validate
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The dashboard’s files, and the way to them, are for browsers: no operations. */
const isDashboard = (name: string): boolean => name === 'GET /' || /^GET \/dashboard(?:\/|$)/.test(name)

/** Whatever nobody declared is an error in the form of all errors. */
const objectToProblem = (name: string, { status, text }: Received): string | undefined => {
  if (isDashboard(name) && [200, 302, 304].includes(status)) return undefined
  if (status === 204 && name.startsWith('OPTIONS ')) return undefined
  const problem = problemSchema.safeParse(readJson(text))
  if (problem.success && [400, 404, 405, 431, 500, 503].includes(status)) return undefined
  return `${name} is not in the OpenAPI document, and ${status} ${text.slice(0, 200)} is no problem that says so.`
}

const partSchemas: Readonly<Record<string, z.ZodType>> = {
  // A service behind this one may not have named its thread yet.
  start: z.object({ messageMetadata: messageMetadataSchema.strict().optional() }),
  finish: z.object({ messageMetadata: messageMetadataSchema.strict() }),
  error: z.object({ errorText: z.string().min(1) }),
  'source-url': z.object({ providerMetadata: z.object({ sidenote: sourceMetadataSchema }) }),
  'data-choices': z.object({ data: choicesSchema }),
  'data-suggestions': z.object({ data: suggestionsSchema }),
  'data-search': z.object({ data: searchNoticeSchema }),
}

/** Server-sent events of the assistant: each part that the contract describes. What was cut off is not looked at. */
const objectToEvents = (name: string, text: string): string | undefined => {
  for (const event of text.split('\n\n').slice(0, -1)) {
    if (event.startsWith(':') || event === 'data: [DONE]') continue
    const data = event
      .split('\n')
      .find((line) => line.startsWith('data: '))
      ?.slice('data: '.length)
    const part = z.looseObject({ type: z.string() }).safeParse(readJson(data ?? ''))
    if (!part.success) return `${name} streamed an event that is no JSON part: ${event.slice(0, 200)}`
    const read = partSchemas[part.data.type]?.safeParse(part.data)
    if (read && !read.success) {
      return `${name} streamed a "${part.data.type}" part that is not as declared: ${z.prettifyError(read.error)} in ${data?.slice(0, 500)}`
    }
  }
  return undefined
}

/** What the OpenAPI document has against a response, in a sentence; `undefined`: nothing. */
export const objectionTo = (received: Received): string | undefined => {
  const { method, path, status, contentType, text } = received
  const template = templateOf(path)
  const operation = template && paths[template]?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
  if (!operation) return objectToProblem(`${method} ${path}`, received)
  const name = `${method} ${template}`
  const declared = operation.responses[status]
  if (!declared) return `${name} answered ${status}, which the OpenAPI document does not declare: ${text.slice(0, 200)}`
  const type = contentType?.split(';')[0]?.trim()
  if (!declared.content || method === 'HEAD') {
    return text === '' ? undefined : `${name} declares no body for ${status}, but sent ${text.slice(0, 200)}`
  }
  const media = declared.content[type ?? '']
  if (!media) return `${name} answered ${status} as ${type}, but declares ${Object.keys(declared.content).join(', ')}.`
  if (type === 'text/event-stream' && template.includes('/assistant/')) return objectToEvents(name, text)
  if (type !== 'application/json') return undefined
  const body = readJson(text)
  if (body === undefined) return `${name} answered ${status} with a body that is not JSON: ${text.slice(0, 200)}`
  const validate = validatorOf(`${name} ${status}`, media.schema)
  if (validate(body)) return undefined
  return `${name} answered ${status} with a body that is not as declared: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`
}

const origins = new Set<string>()
const objections: string[] = []
let looked = 0

/** Holds every response from this address that comes through `fetch` against the OpenAPI document. */
export const watchContract = (url: string): void => void origins.add(new URL(url).origin)

/** An address whose server has stopped, or that is no API, is no longer looked at: another program may get its port. */
export const forgetServer = (url: string): void => void origins.delete(new URL(url).origin)

/** Responses from the addresses so far are no longer looked at. */
export const forgetServers = (): void => origins.clear()

/** What was found since the last time, and how many responses were looked at in all. */
export const takeObjections = (): { objections: string[]; looked: number } => ({
  objections: objections.splice(0),
  looked,
})

const plainFetch = globalThis.fetch

const note = (received: Received): void => {
  looked += 1
  const objection = objectionTo(received)
  if (objection) objections.push(objection)
}

/** Reads a stream along without taking anything away: the test reads, pauses and cuts as it would otherwise. */
const readAlong = (body: ReadableStream<Uint8Array>, received: Omit<Received, 'text'>): ReadableStream<Uint8Array> => {
  const decoder = new TextDecoder()
  let text = ''
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        text += decoder.decode(chunk, { stream: true })
        controller.enqueue(chunk)
      },
      flush: () => note({ ...received, text }),
      // Cut by the reader: what arrived until then still has to be right.
      cancel: () => note({ ...received, text }),
    }),
  )
}

const isStream = (contentType: string | null): boolean => /^text\/(?:event-stream|plain)/.test(contentType ?? '')

const watch = async (response: Response, received: Omit<Received, 'text'>): Promise<Response> => {
  if (response.body && isStream(received.contentType)) return new Response(readAlong(response.body, received), response)
  const bytes = await response.arrayBuffer()
  note({ ...received, text: new TextDecoder().decode(bytes) })
  return new Response(response.body && bytes, response)
}

globalThis.fetch = async (input, init) => {
  const request = input instanceof Request ? input : undefined
  const url = new URL(request?.url ?? String(input))
  const response = await plainFetch(input, init)
  if (!origins.has(url.origin) || response.redirected) return response
  const method = (init?.method ?? request?.method ?? 'GET').toUpperCase()
  const contentType = response.headers.get('content-type')
  const copy = await watch(response, { method, path: url.pathname, status: response.status, contentType })
  return Object.defineProperty(copy, 'url', { value: response.url })
}
