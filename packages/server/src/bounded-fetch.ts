/** What a service may answer, in bytes: far more than 64 vectors of the largest models, and than any stream of an answer. */
const mostBytes = 33_554_432

/** The answer of a service was longer than anything it may say. */
class LongAnswerError extends Error {
  override readonly name = 'LongAnswerError'

  constructor(most: number) {
    super(`The service answered with more than ${most} bytes.`)
  }
}

/**
 * `fetch`, for services that are asked by this process: an answer without an end is not read into memory until a deadline
 * ends it. Its body fails with a `LongAnswerError` after 32 MB.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (!response.body) return response
  let received = 0
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      received += bytes.length
      if (received > mostBytes) controller.error(new LongAnswerError(mostBytes))
      else controller.enqueue(bytes)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers })
}
