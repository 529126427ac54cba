import { createHmac } from 'node:crypto'
import { messageOf } from './errors.ts'
import { fetchPublic } from './sources/website/fetcher.ts'

const timeoutMilliseconds = 10_000

/** What a receiver computes to know that a delivery is ours: HMAC-SHA256 over `time.body`, the time in seconds. */
export const signDelivery = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/** A call of a webhook. */
export interface WebhookCall {
  readonly url: string
  /** Signs the body. */
  readonly secret: string
  /** Of the delivery: the same when it is tried again. */
  readonly id: string
  readonly body: string
  /** Whether only public hosts may be called. */
  readonly publicOnly: boolean
  readonly signal?: AbortSignal
}

/** Calls a webhook once, with a signature. Gives null when it was accepted, else why not. */
export const postWebhook = async (call: WebhookCall): Promise<string | null> => {
  const { url, secret, id, body, publicOnly, signal } = call
  const timeout = AbortSignal.timeout(timeoutMilliseconds)
  try {
    const response = await (publicOnly ? fetchPublic : fetch)(url, {
      method: 'POST',
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Sidenote',
        'sidenote-delivery': id,
        'sidenote-signature': signDelivery(secret, Math.floor(Date.now() / 1_000), body),
      },
      body,
    })
    await response.body?.cancel()
    return response.ok ? null : `The receiver answered ${response.status}.`
  } catch (error) {
    return `The receiver did not answer: ${reasonOf(error)}.`
  }
}

/** Why `fetch` failed. It wraps the cause in a “fetch failed”, and several failed addresses in an error without a message. */
export const reasonOf = (error: unknown): string => {
  const { cause } = error instanceof Error ? error : {}
  if (!(cause instanceof Error)) return messageOf(error)
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}
