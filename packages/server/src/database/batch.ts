/** So many questions are asked in one step; what a batch locks and reads stays small. */
const mostAtOnce = 100

interface Waiting<Asked, Answer> {
  readonly asked: Asked
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Asks one batch at a time: what comes while one is under way waits and goes together with the next. Nothing is answered
 * from before it was asked, nobody who is alone waits, and the busier the process, the fewer the round trips.
 *
 * @param askAll answers in the order of what is asked; when it rejects, all of its batch do
 */
export const inBatches = <Asked, Answer>(
  askAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): ((asked: Asked) => Promise<Answer>) => {
  const waiting: Waiting<Asked, Answer>[] = []
  let isRunning = false

  const runBatch = async (batch: readonly Waiting<Asked, Answer>[]): Promise<void> => {
    try {
      const answers = await askAll(batch.map(({ asked }) => asked))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index]
        if (answer === undefined) reject(new Error('A batch was answered in part only.'))
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
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      // What is asked in the same breath goes together.
      queueMicrotask(() => void run())
    })
}
