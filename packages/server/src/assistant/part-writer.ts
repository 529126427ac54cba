import type { AnswerChunk } from './chunk.ts'
import type { CitationFilter } from './grounding/citations.ts'
import type { ModelPart } from './models/ask-models.ts'
import { nameOf, type SourceList, sourceChunk } from './sources.ts'
import type { ToolResult } from './tools.ts'
import type { TurnRecord } from './turn-record.ts'

/** The reader’s own client has no tool to run, nor to answer for. */
const ours = { providerExecuted: true } as const

/** Writes sources, tool parts and text as parts of the answer stream, in the order in which they come to be. */
export const createPartWriter = (
  sources: SourceList,
  { said, record, query }: { said: CitationFilter; record: TurnRecord; query: string },
) => {
  let announced = 0
  let texts = 0
  let open: string | undefined

  function* text(shown: string): Generator<AnswerChunk> {
    if (shown === '') return
    if (!open) {
      open = `text_${++texts}`
      yield { type: 'text-start', id: open }
    }
    record.answer += shown
    yield { type: 'text-delta', id: open, delta: shown }
  }
  function* closeText(): Generator<AnswerChunk> {
    yield* text(said.end())
    if (!open) return
    yield { type: 'text-end', id: open }
    open = undefined
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
      if (part.type === 'model') record.model = part.name
      else if (part.type === 'text') yield* text(said.push(part.text))
      else {
        yield* closeText()
        const { toolCallId } = part
        if (part.type === 'tool-call') {
          yield { type: 'tool-input-available', toolCallId, toolName: part.toolName, input: part.input, ...ours }
        } else if (part.type === 'tool-result') {
          yield* newSources()
          yield { type: 'tool-output-available', toolCallId, output: readerOutput(part.output), ...ours }
        } else yield { type: 'tool-output-error', toolCallId, errorText: 'The search failed.', ...ours }
      }
    },
  }
}

/** Every tool of ours gives a `ToolResult`, and no other tool can be called. */
const asToolResult = (output: unknown): ToolResult => output as ToolResult

/** What a reader may see of a tool's result: which passages were found. */
const readerOutput = (output: unknown) => {
  const { found } = asToolResult(output)
  return { results: found.map((source) => ({ number: source.number, title: nameOf(source), path: source.path })) }
}
