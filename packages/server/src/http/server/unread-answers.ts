import type { Server, ServerResponse } from 'node:http'

/** What may wait in this process for clients to read it, in bytes, of all answers together. */
const mostUnread = 134_217_728
const lookMilliseconds = 250

/** What was cut off, to be logged. */
export interface CutOff {
  readonly answers: number
  readonly bytes: number
}

interface UnreadOptions {
  /** In bytes. @default 134217728 */
  readonly most?: number
  readonly onCutOff?: ((cutOff: CutOff) => void) | undefined
}

interface Waiting {
  readonly response: ServerResponse
  bytes: number
  /** Since when nothing of it has been read, in milliseconds. */
  since: number
}

/**
 * Bounds what all clients together leave unread. Above the bound, connections are cut off: those first that hold the most for
 * the longest time, whatever they asked for. Who reads, and who waits for little, keeps theirs.
 */
export const boundUnread = (server: Server, { most = mostUnread, onCutOff = () => {} }: UnreadOptions = {}): void => {
  const open = new Set<ServerResponse>()
  const waiting = new Map<ServerResponse, Waiting>()

  /** Notes what waits now, and returns how much that is. */
  const measure = (now: number): number => {
    let sum = 0
    for (const response of open) {
      const bytes = response.writableLength
      sum += bytes
      const before = waiting.get(response)
      if (bytes === 0) waiting.delete(response)
      else if (!before || bytes < before.bytes) waiting.set(response, { response, bytes, since: now })
      else before.bytes = bytes
    }
    return sum
  }
  const look = () => {
    const now = performance.now()
    let sum = measure(now)
    if (sum <= most) return
    const weightOf = ({ bytes, since }: Waiting) => bytes * (now - since)
    const cutOff = { answers: 0, bytes: 0 }
    for (const { response, bytes } of [...waiting.values()].sort((one, other) => weightOf(other) - weightOf(one))) {
      if (sum <= most) break
      response.destroy()
      sum -= bytes
      cutOff.answers += 1
      cutOff.bytes += bytes
    }
    onCutOff(cutOff)
  }
  server.on('request', (_request, response) => {
    open.add(response)
    response.once('close', () => {
      open.delete(response)
      waiting.delete(response)
    })
  })
  const timer = setInterval(look, lookMilliseconds).unref()
  server.once('close', () => clearInterval(timer))
}
