import { deadlineFor } from '../reading/deadline.ts'
import { OverrunError } from '../reading/pool.ts'
import type { ReadingLane } from '../reading/reading.ts'
import type { PageAnswer, PageRequest } from '../reading/tasks.ts'

interface WaitingPage {
  readonly request: PageRequest
  readonly settle: (answer: PageAnswer | Error) => void
}

/**
 * Of what a thread is sent at once. A page takes a few milliseconds, so that the way to a thread and back counts; more pages
 * together would keep those of other sites waiting.
 */
const most = { pages: 8, characters: 100_000 }

/**
 * Has pages parsed, those together that are asked for together. Of some that take too long or too much memory each is parsed
 * by itself, so that only the one is lost that does.
 */
export class PageParser {
  readonly #lane: ReadingLane
  readonly #signal: AbortSignal
  #waiting: WaitingPage[] = []
  #characters = 0

  constructor(lane: ReadingLane, signal: AbortSignal) {
    this.#lane = lane
    this.#signal = signal
  }

  /** Resolves to an error for a page that cannot be parsed; its message is a sentence. */
  parse(request: PageRequest): Promise<PageAnswer | Error> {
    const { length } = request.file.text
    if (this.#waiting.length >= most.pages || this.#characters + length > most.characters) this.#send()
    if (this.#waiting.length === 0) setImmediate(() => this.#send())
    this.#characters += length
    return new Promise((settle) => this.#waiting.push({ request, settle }))
  }

  #send(): void {
    const pages = this.#waiting
    this.#waiting = []
    this.#characters = 0
    if (pages.length > 0) void this.#run(pages)
  }

  async #run(pages: readonly WaitingPage[]): Promise<void> {
    const requests = pages.map(({ request }) => request)
    const characters = requests.reduce((sum, { file }) => sum + file.text.length, 0)
    try {
      const options = { signal: this.#signal, deadline: deadlineFor(characters) }
      const answers = await this.#lane.run('pages', requests, options)
      for (const [at, { settle }] of pages.entries()) settle(answers[at] ?? new Error('The page has no answer.'))
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause))
      if (error instanceof OverrunError && pages.length > 1) for (const page of pages) await this.#run([page])
      else for (const { settle } of pages) settle(error)
    }
  }
}
