import type { WidgetOptions } from '../page/options.ts'
import { addressOf, withKey } from './server-address.ts'

/** Whose answer it is. */
interface Reader {
  readonly options: WidgetOptions
  readonly fp: string
}

/** Where the answer that is being made for a conversation is read again, and stopped. */
export const answerAddress = (id: string, { options, fp }: Reader): string =>
  `${addressOf(options, 'v2', 'message')}/${encodeURIComponent(id)}/stream?fp=${encodeURIComponent(fp)}`

/** Stops the answer of a conversation; its connection may be gone already. Throws when the server cannot be reached. */
export async function stopAnswer(id: string, reader: Reader, ownFetch: typeof fetch): Promise<void> {
  // It is to arrive also when the reader leaves the page right after.
  const request = { method: 'DELETE', credentials: 'omit', headers: withKey(reader.options), keepalive: true } as const
  await ownFetch(answerAddress(id, reader), request)
}
