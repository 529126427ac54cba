import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { getOpenApi } from '@sidenote/contract'
import type { IRouter } from 'express'
import { type PreparedBody, prepareBody, sendPrepared } from './prepared-body.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What the thread sends: buffers arrive as plain bytes. */
interface WrittenDocument {
  readonly plain: Bytes
  readonly packed: { readonly br: Bytes; readonly gzip: Bytes }
}

const writeInThread = async (version: string): Promise<PreparedBody> => {
  const address = new URL(`./openapi-thread${extname(import.meta.url)}`, import.meta.url)
  const thread = new Worker(address, { workerData: version })
  const { plain, packed } = await new Promise<WrittenDocument>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject)
  })
  return prepareBody({
    plain: Buffer.from(plain),
    packed: { br: Buffer.from(packed.br), gzip: Buffer.from(packed.gzip) },
  })
}

/** Mounts the OpenAPI document, which is written when it is first asked for. */
export const mountOpenApi = (router: IRouter, version: string): void => {
  let document: Promise<PreparedBody> | undefined
  router.get(getOpenApi.path, async (request, response) => {
    document ??= writeInThread(version).catch((error: unknown) => {
      document = undefined
      throw error
    })
    response.set('Access-Control-Allow-Origin', '*').type('json')
    sendPrepared(request, response, await document)
  })
}
