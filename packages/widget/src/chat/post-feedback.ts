import { assistantAddress, post, type Requester } from './server-address.ts'

/** A reader's feedback on an answer. */
export interface Rating {
  readonly helpful: boolean
  /** Why it didn't help: one of the widget's own words, the same in all languages. */
  readonly reason?: string | undefined
  readonly comment?: string | undefined
}

/** The message that feedback is about. */
interface RatedAnswer {
  readonly messageId: string
  readonly threadId: string | undefined
}

/** Sends feedback. Throws an `AskProblem` if the server refuses it. */
export async function postFeedback(
  { options, fp, fetch }: Requester & { readonly fetch: typeof globalThis.fetch },
  answer: RatedAnswer,
  rating: Rating,
): Promise<void> {
  await post(assistantAddress(options, 'v1', 'feedback'), { options, fetch, body: { ...answer, fp, ...rating } })
}
