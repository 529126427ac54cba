import { parentPort } from 'node:worker_threads'
import { parsePage } from './parse.ts'

/** What the thread answers for a page. */
export type ParseAnswer = { page: ReturnType<typeof parsePage> } | { reason: string }

// One page at a time: the other side sends the next when it has the answer.
parentPort?.on('message', (page: Parameters<typeof parsePage>[0]) => {
  let answer: ParseAnswer
  try {
    answer = { page: parsePage(page) }
  } catch (error) {
    answer = { reason: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(answer)
})
