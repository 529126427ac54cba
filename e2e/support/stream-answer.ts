import type { Route } from '@playwright/test'

/** A source as the server names it; `sidenote` is what stands in its metadata. */
export interface StreamedSource {
  readonly url: string
  readonly title: string
  readonly sidenote?: object
}

let answers = 0

/** Answers a question as the server does, in one go and without a model. */
export const streamAnswer = (route: Route, text: string, sources: readonly StreamedSource[]): Promise<void> => {
  const chunks = [
    { type: 'start', messageId: `m${++answers}` },
    ...sources.map(({ url, title, sidenote }, index) => ({
      type: 'source-url',
      sourceId: `s${index}`,
      url,
      title,
      ...(sidenote && { providerMetadata: { sidenote } }),
    })),
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: text },
    { type: 'text-end', id: 't' },
    { type: 'finish' },
  ]
  return route.fulfill({
    headers: {
      'content-type': 'text/event-stream',
      'x-vercel-ai-ui-message-stream': 'v1',
      'access-control-allow-origin': '*',
    },
    body: [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((line) => `data: ${line}\n\n`).join(''),
  })
}
