import { LLMock } from '@copilotkit/aimock'

/** One answer of the model: what it says, or the tools it calls. */
export type ScriptStep = string | readonly ScriptCall[]

export interface ScriptCall {
  readonly tool: string
  readonly input: unknown
}

export const call = (tool: string, input: unknown = {}): readonly ScriptCall[] => [{ tool, input }]

/** What `finish` is called with when nothing about it matters. */
export const finish = (title = 'Change the documentation', more: object = {}): readonly ScriptCall[] =>
  call('finish', { title, summary: 'What was asked for.', why: 'It was asked for.', ...more })

export interface ModelRequest {
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[]
}

export interface ScriptedModel {
  /** For `OPENAI_COMPATIBLE_BASE_URL`. */
  readonly url: string
  /** Keeps one answer back until the function it returns is called. */
  readonly hold: (prompt: string, step: number) => () => void
  /** Refuses a step so many times before it is answered. @param status as overloaded when left out */
  readonly fail: (prompt: string, step: number, times: number, status?: number) => void
  /** Every request that was answered or refused, oldest first. */
  readonly requests: () => { status: number; body: ModelRequest }[]
  readonly close: () => Promise<void>
}

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('')
}

/**
 * A server that speaks a provider's HTTP and answers by what it is sent alone: the script of the last prompt that it knows,
 * at the step that so many assistant messages after it stand for. A request that no script is for is refused, so a model
 * call that is repeated or left out cannot go unnoticed.
 */
export const startScriptedModel = async (
  scripts: Readonly<Record<string, readonly ScriptStep[]>>,
): Promise<ScriptedModel> => {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', strict: true, journalMaxEntries: 0 })
  const held = new Map<string, PromiseWithResolvers<void>>()
  const failures = new Map<string, { readonly status: number; left: number }>()
  const placeOf = (messages: ModelRequest['messages']): { prompt: string; step: number } | undefined => {
    const index = messages.findLastIndex(
      ({ role, content }) => role === 'user' && Object.hasOwn(scripts, textOf(content)),
    )
    if (index < 0) return undefined
    const after = messages.slice(index + 1)
    return { prompt: textOf(messages[index]?.content), step: after.filter(({ role }) => role === 'assistant').length }
  }
  for (const [prompt, steps] of Object.entries(scripts)) {
    for (const [index, step] of steps.entries()) {
      const predicate = (request: ModelRequest) => {
        const place = placeOf(request.messages)
        return place?.prompt === prompt && place.step === index
      }
      const usage = { prompt_tokens: 1_000, completion_tokens: 100 }
      const answer =
        typeof step === 'string'
          ? { content: step, usage }
          : { toolCalls: step.map(({ tool, input }) => ({ name: tool, arguments: JSON.stringify(input) })), usage }
      mock.on({ predicate }, async () => {
        const place = `${prompt} ${index}`
        await held.get(place)?.promise
        const failure = failures.get(place)
        return failure && failure.left-- > 0 ? { error: { message: 'Refused' }, status: failure.status } : answer
      })
    }
  }
  await mock.start()
  return {
    url: `${mock.url}/v1`,
    requests: () =>
      mock
        .getRequests()
        .map(({ response, body }) => ({ status: response.status, body: body as unknown as ModelRequest })),
    fail: (prompt, step, left, status = 503) => {
      failures.set(`${prompt} ${step}`, { status, left })
    },
    hold: (prompt, step) => {
      const waiting = Promise.withResolvers<void>()
      held.set(`${prompt} ${step}`, waiting)
      return waiting.resolve
    },
    close: async () => {
      for (const waiting of held.values()) waiting.resolve()
      await mock.stop()
    },
  }
}

export const read = (path: string): readonly ScriptCall[] => call('read', { path })
export const edit = (path: string, before: string, after: string): readonly ScriptCall[] =>
  call('edit', { path, old: before, new: after })
