import { answerAddress, keyHeader, type Requester } from './server-address.ts'

/** Stops the running answer of a chat, even if its connection is gone. Throws if the server can't be reached. */
export async function stopAnswer(id: string, requester: Requester, send: typeof fetch): Promise<void> {
  const headers = keyHeader(requester.options)
  // `keepalive` lets it arrive even if the reader leaves the page right after.
  await send(answerAddress(id, requester), { method: 'DELETE', credentials: 'omit', headers, keepalive: true })
}
