import { readFile } from 'node:fs/promises'
import type { openApiSourceSchema } from '@sidenote/contract'
import type { z } from 'zod'
import { messageOf } from '../errors.ts'
import type { PagePlace } from '../generators/navigation.ts'
import { trimSlashes } from '../pages/links.ts'
import { deadlineFor } from '../reading/deadline.ts'
import { OverrunError } from '../reading/pool.ts'
import type { ReadingLane } from '../reading/reading.ts'
import type { OpenApiPages, OpenApiRequest } from './openapi/read-openapi.ts'
import type { Source, SourceItem } from './source.ts'
import { createFetcher } from './website/fetcher.ts'

export type OpenApiSettings = Omit<z.infer<typeof openApiSourceSchema>, 'kind'>

const mostBytes = 32 * 1024 * 1024

/** Pages for each operation, each tag and the whole of an OpenAPI document (3.x or 2.0, JSON or YAML). */
export function openApiSource(reading: ReadingLane, settings: OpenApiSettings): Source {
  return {
    async *read(signal): AsyncIterable<SourceItem> {
      const name = settings.file ?? settings.url ?? ''
      const root = trimSlashes(settings.path ?? 'api-reference')
      const body = await readBody(settings, signal)
      const { pages, texts, note, excess } = await readPages(reading, { name, body, root }, signal)
      yield { kind: 'total', pages: pages.length }
      if (note) yield { kind: 'note', failure: { path: name, reason: note } }
      if (excess) yield { kind: 'incomplete', failure: { path: name, reason: excess } }
      let start = 0
      for (const { file, trail, hash, end } of pages) {
        signal.throwIfAborted()
        const text = new TextDecoder().decode(texts.subarray(start, end))
        start = end
        const place: PagePlace = { trail, position: null, version: null, language: null, anchors: 'github' }
        yield { kind: 'document', document: { path: `${root}/${file}`, text, hash, place } }
      }
    },
  }
}

async function readPages(reading: ReadingLane, request: OpenApiRequest, signal: AbortSignal): Promise<OpenApiPages> {
  try {
    return await reading.run('openApi', request, { signal, deadline: deadlineFor(request.body.length) })
  } catch (error) {
    if (!(error instanceof OverrunError)) throw error
    throw new Error(`${request.name} cannot be read: ${error.message}`, { cause: error })
  }
}

async function readBody({ file, url, allowedHosts }: OpenApiSettings, signal: AbortSignal): Promise<Uint8Array> {
  if (file !== undefined) return readBytes(file, signal)
  if (url === undefined) throw new Error('An OpenAPI source has either a file or a url.')
  const answer = await createFetcher({ allowedHosts, seconds: 60 })({ url: new URL(url), signal, mostBytes })
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}.`)
  return answer.body
}

async function readBytes(file: string, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = await readFile(file, { signal }).catch((cause: unknown) => {
    throw new Error(`The file ${file} cannot be read: ${messageOf(cause)}`, { cause })
  })
  if (bytes.length <= mostBytes) return bytes
  throw new Error(`The file ${file} has ${bytes.length} bytes; documents of more than ${mostBytes} are not read.`)
}
