import { setTimeout as wait } from 'node:timers/promises'
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { z } from 'zod'
import type { Block } from '../../pages/block.ts'
import { phrasesFor } from './phrases.ts'
import { writeExcerpt } from './write-excerpt.ts'

const materialSchema = z.object({
  question: z.string(),
  earlier: z.array(z.string()).default([]),
  siteName: z.string().optional(),
  supportUrl: z.string().nullish(),
  context: z.array(z.object({ value: z.string() })).transform((items) => items.map(({ value }) => value)),
  files: z.int().default(0),
  certainty: z.number().optional(),
  open: z.array(z.enum(['version', 'language', 'tag'])).default([]),
  sources: z.array(
    z.object({
      number: z.int(),
      path: z.string(),
      title: z.string(),
      heading: z.string().nullable(),
      anchor: z.string().nullable(),
      url: z.string(),
      breadcrumbs: z.array(z.string()),
      content: z.string(),
      blocks: z.array(z.custom<Block>()),
      version: z.string().nullish().default(null),
      language: z.string().nullish().default(null),
      tags: z.array(z.string()).default([]),
      byWords: z.object({ score: z.number(), terms: z.number(), sections: z.number() }).optional(),
    }),
  ),
})

/** Milliseconds between two groups of words, so that the answer is seen to grow. */
const pause = 12

const usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

/**
 * A language model that answers with an excerpt, for when no other is configured; needs no key and no network. It reads its
 * sources from `providerOptions.sidenote`, not from the prompt.
 */
export const createExcerptModel = (): LanguageModelV4 => ({
  specificationVersion: 'v4',
  provider: 'sidenote',
  modelId: 'quote',
  supportedUrls: {},
  doGenerate: async (options) => ({
    content: [{ type: 'text', text: answerFor(options) }],
    finishReason: { unified: 'stop', raw: undefined },
    usage,
    warnings: [],
  }),
  doStream: async (options) => ({ stream: ReadableStream.from(streamParts(options)) }),
})

const answerFor = ({ providerOptions }: LanguageModelV4CallOptions): string => {
  const { files, ...material } = materialSchema.parse(providerOptions?.sidenote)
  const { unread } = phrasesFor(material.question, material.sources)
  return files > 0 ? `${writeExcerpt(material)}\n\n*${unread}*` : writeExcerpt(material)
}

async function* streamParts(options: LanguageModelV4CallOptions): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'text-start', id: 'quote' }
  for (const delta of splitDeltas(answerFor(options))) {
    yield { type: 'text-delta', id: 'quote', delta }
    await wait(pause, undefined, options.abortSignal ? { signal: options.abortSignal } : {})
  }
  yield { type: 'text-end', id: 'quote' }
  yield { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage }
}

/** Groups of a few words, at most a line each. */
const splitDeltas = (text: string): string[] => text.match(/(?:[^\S\n]*\S+){1,4}\n*|\s+/g) ?? []
