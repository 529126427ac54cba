/** So long Redis may take, as far as this process was there to see it. */
const patienceMilliseconds = 250
const tickMilliseconds = 10

/**
 * Rejects when Redis takes too long. Counted in turns of the event loop, not by the clock: a turn that comes late says that
 * this process is starved, and what Redis has answered meanwhile is still to be read.
 */
export const soon = <Value>(asked: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    let left = patienceMilliseconds / tickMilliseconds
    const refuse = () => reject(new Error(`Redis did not answer in ${patienceMilliseconds} ms.`))
    const timer = setInterval(() => {
      left -= 1
      if (left <= 0) setImmediate(refuse)
    }, tickMilliseconds)
    asked.then(resolve, reject).finally(() => clearInterval(timer))
  })
