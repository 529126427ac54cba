import { addressOf, post } from './server-address.ts'
import type { Asking } from './transport.ts'

/** What a reader says about an answer. */
export interface Rating {
  readonly helpful: boolean
  /** Why it did not help, in a word of ours. */
  readonly reason?: string | undefined
  readonly comment?: string | undefined
}

/** Tells the server whether an answer helped. Throws an `AskProblem` when it was refused. */
export async function postFeedback(
  { options, fp }: Asking,
  answer: { readonly messageId: string; readonly threadId: string | undefined },
  rating: Rating,
  ownFetch: typeof fetch,
): Promise<void> {
  await post(addressOf(options, 'v1', 'feedback'), { options, fetch: ownFetch, body: { ...answer, fp, ...rating } })
}
