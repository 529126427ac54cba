import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('sidenote')

/** Marks a span as failed. It keeps only the name of the error, whose message may quote a reader. */
export const failSpan = (span: Span, error: unknown): void => {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
}

/** Starts a span below the current one; the caller ends it. Nothing is recorded unless traces are on. */
export const startSpan = (name: string, attributes: Attributes): Span => tracer.startSpan(name, { attributes })

/** Runs something within a new span. */
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
