import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('sidenote')

/** Ends a span as failed. The message of an error may hold what a reader wrote, so its name is all that is kept. */
export const failSpan = (span: Span, error: unknown): void => {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
}

/** Begins a span below the current one; whoever begins it ends it. Nothing is recorded unless traces are on. */
export const startSpan = (name: string, attributes: Attributes): Span => tracer.startSpan(name, { attributes })

/** Runs something within a span of its own. */
export const withSpan = <Result>(
  name: string,
  attributes: Attributes,
  run: (span: Span) => Promise<Result>,
): Promise<Result> =>
  tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await run(span)
    } catch (error) {
      failSpan(span, error)
      throw error
    } finally {
      span.end()
    }
  })
