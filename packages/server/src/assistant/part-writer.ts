import { startVisibleText } from '../visible-text.ts'
import type { AnswerChunk } from './chunk.ts'
import type { CitationFilter } from './grounding/citations.ts'
import type { ModelPart } from './models/model-call.ts'
import { nameOf, type SourceList, sourceChunk } from './sources.ts'
import type { ToolResult } from './tool-result.ts'
import type { TurnRecord } from './turn-record.ts'

/** The reader's own client has no tool to run, nor to answer for. */
const providerExecuted = true

interface WriterContext {
  readonly citations: CitationFilter
  /** Gets the text as it is shown. */
  readonly record: TurnRecord
  readonly query: string
}

/** Writes sources, tool parts and text as parts of the answer stream, in the order in which they come. */
export const createPartWriter = (sources: SourceList, { citations, record, query }: WriterContext) => {
  let announced = 0
  let texts = 0
  let openId: string | undefined
  const visible = startVisibleText()

  function* writeText(text: string): Generator<AnswerChunk> {
    if (text === '') return
    if (!openId) {
      openId = `text_${++texts}`
      yield { type: 'text-start', id: openId }
    }
    record.answer += text
    yield { type: 'text-delta', id: openId, delta: text }
  }
  function* closeText(): Generator<AnswerChunk> {
    yield* writeText(citations.end())
    if (!openId) return
    yield { type: 'text-end', id: openId }
    openId = undefined
    record.answer += '\n\n'
  }
  function* newSources(): Generator<AnswerChunk> {
    for (; announced < sources.all.length; announced++) {
      const source = sources.all[announced]
      if (source) yield sourceChunk(source, query)
    }
  }

  return {
    newSources,
    end: closeText,
    *write(part: Exclude<ModelPart, { type: 'cut' }>): Generator<AnswerChunk> {
      if (part.type === 'model') {
        record.model = part.name
        return
      }
      if (part.type === 'text') {
        yield* writeText(citations.push(visible.push(part.text)))
        return
      }
      yield* closeText()
      if (part.type === 'tool-result') yield* newSources()
      yield toolChunk(part)
    },
  }
}

type ToolPart = Extract<ModelPart, { toolCallId: string }>

const toolChunk = (part: ToolPart): AnswerChunk => {
  const { toolCallId } = part
  if (part.type === 'tool-call') {
    const { toolName, input } = part
    return { type: 'tool-input-available', toolCallId, toolName, input, providerExecuted }
  }
  if (part.type === 'tool-result') {
    return { type: 'tool-output-available', toolCallId, output: readerOutput(part.output), providerExecuted }
  }
  return { type: 'tool-output-error', toolCallId, errorText: 'The search failed.', providerExecuted }
}

/** What a reader may see of a tool's result: which passages it gave. */
const readerOutput = ({ sources }: ToolResult) => ({
  results: sources.map((source) => ({ number: source.number, title: nameOf(source), path: source.path })),
})
