import { parentPort } from 'node:worker_threads'
import { messageOf } from '../errors.ts'
import { packPage } from '../pages/pack-page.ts'
import type { PackedPage } from '../pages/page.ts'
import { parsePage } from '../pages/parse.ts'
import { indexParsedPage, type PackedIndex, packIndex } from '../search/index/index-parsed-page.ts'

/** What the thread is asked: the file, and what a page that does not say it itself is. */
export interface ParseRequest {
  file: Parameters<typeof parsePage>[0]
  /** Of the page. */
  path: string
  version: string | null
  language: string | null
}

/** What the thread answers for a page. */
export type ParseAnswer = { page: PackedPage; index: PackedIndex } | { reason: string }

function answer({ file, path, version, language }: ParseRequest): ParseAnswer {
  try {
    const parsed = parsePage(file)
    const page = { ...parsed, version: parsed.version ?? version, language: parsed.language ?? language }
    return { page: packPage(page), index: packIndex(indexParsedPage(path, page)) }
  } catch (error) {
    return { reason: messageOf(error) }
  }
}

// One page at a time: the other side sends the next when it has the answer.
parentPort?.on('message', (request: ParseRequest) => parentPort?.postMessage(answer(request)))
