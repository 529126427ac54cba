/** How long Redis may take, in time that this process was running. */
const patienceMilliseconds = 250
const tickMilliseconds = 10

/**
 * Rejects when Redis takes too long. It counts turns of the event loop instead of reading the clock: a late turn means that
 * this process is starved, and then Redis’s answer may only wait to be read.
 */
export const soon = <Value>(command: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    let left = patienceMilliseconds / tickMilliseconds
    const refuse = () => reject(new Error(`Redis did not answer in ${patienceMilliseconds} ms.`))
    const timer = setInterval(() => {
      left -= 1
      if (left <= 0) setImmediate(refuse)
    }, tickMilliseconds)
    command.then(resolve, reject).finally(() => clearInterval(timer))
  })
