import { parentPort } from 'node:worker_threads'
import { readPageFacts } from './page-facts.ts'

// One page at a time: the other side sends the next when it has the answer.
parentPort?.on('message', ({ path, text }: { path: string; text: string }) => {
  parentPort?.postMessage(readPageFacts(path, text))
})
