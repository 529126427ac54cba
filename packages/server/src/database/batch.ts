/** The size of a batch: small enough that it locks and reads little. */
const mostAtOnce = 100

interface WaitingRequest<Request, Answer> {
  readonly request: Request
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Sends requests in batches, one at a time: those that come during a batch wait for the next one. An answer is never older
 * than its request, a single request doesn’t wait, and a busy process needs fewer round trips.
 *
 * @param sendAll answers in the order of the requests; when it rejects, so does every request of the batch
 */
export const inBatches = <Request, Answer>(
  sendAll: (requests: readonly Request[]) => Promise<readonly Answer[]>,
): ((request: Request) => Promise<Answer>) => {
  const waiting: WaitingRequest<Request, Answer>[] = []
  let isRunning = false

  const runBatch = async (batch: readonly WaitingRequest<Request, Answer>[]): Promise<void> => {
    try {
      const answers = await sendAll(batch.map(({ request }) => request))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index]
        if (answer === undefined) reject(new Error('A batch has fewer answers than requests.'))
        else resolve(answer)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const run = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    while (waiting.length > 0) await runBatch(waiting.splice(0, mostAtOnce))
    isRunning = false
  }
  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject })
      // Requests of the same turn of the event loop go together.
      queueMicrotask(() => void run())
    })
}
