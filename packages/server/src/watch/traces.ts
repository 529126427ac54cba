import { setTimeout as wait } from 'node:timers/promises'
import type { Environment } from '../config.ts'

/** For the last spans, when the process ends: a collector that hangs must not keep it. */
const lastMilliseconds = 1_000

/** True when the standard variables ask for traces. */
export const wantsTraces = (environment: Environment): boolean =>
  endpointOf(environment) !== undefined &&
  environment.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  environment.OTEL_TRACES_EXPORTER !== 'none'

/** Where spans are sent, and the variable that says so. */
const endpointOf = (environment: Environment) => {
  const own = environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim()
  if (own) return { variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', written: own, url: own }
  const general = environment.OTEL_EXPORTER_OTLP_ENDPOINT?.trim()
  const url = `${general?.replace(/\/+$/, '')}/v1/traces`
  return general ? { variable: 'OTEL_EXPORTER_OTLP_ENDPOINT', written: general, url } : undefined
}

/** Where spans are sent. @throws Error a sentence when that is no address */
export const readTracesEndpoint = (environment: Environment): string | undefined => {
  const endpoint = endpointOf(environment)
  if (!endpoint || /^https?:$/.test(URL.parse(endpoint.url)?.protocol ?? '')) return endpoint?.url
  const { variable, written } = endpoint
  throw new Error(`${variable} is "${written}", but must be the address of a collector, such as http://127.0.0.1:4318.`)
}

/** What part of the traces that begin here is kept: `OTEL_TRACES_SAMPLER_ARG`, everything when left out. */
const shareOf = ({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: Environment): number => {
  if (OTEL_TRACES_SAMPLER?.endsWith('always_off')) return 0
  const share = Number(OTEL_TRACES_SAMPLER_ARG)
  return OTEL_TRACES_SAMPLER?.endsWith('traceidratio') && share >= 0 && share <= 1 ? share : 1
}

/**
 * Sends the spans of this process to the OTLP endpoint, as JSON over HTTP. The packages are loaded here and nowhere else:
 * without an endpoint they cost nothing. The exporter reads the other `OTEL_EXPORTER_OTLP_…` variables itself.
 *
 * @returns a function that sends what is left, as far as that takes a second, and ends it
 * @throws Error a sentence when the endpoint is no address
 */
export const startTraces = async (environment: Environment, version: string): Promise<() => Promise<void>> => {
  const url = readTracesEndpoint(environment)
  const [api, core, trace, exporter, contexts, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
  ])
  const { OTEL_SERVICE_NAME: name } = environment
  const own = resources.resourceFromAttributes({ 'service.name': 'sidenote', 'service.version': version })
  const described = resources.detectResources({ detectors: [resources.resourceAttributesEnvDetector] })
  const called = resources.resourceFromAttributes(name ? { 'service.name': name } : {})
  const provider = new trace.TracerProvider({
    resource: own.merge(described).merge(called),
    sampler: new trace.ParentBasedSampler({ root: new trace.TraceIdRatioBasedSampler(shareOf(environment)) }),
    spanProcessors: [
      new trace.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter({ ...(url && { url }) }) }),
    ],
  })
  api.trace.setGlobalTracerProvider(provider)
  api.context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable())
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  return async () => {
    const sent = provider.shutdown().catch(() => undefined)
    await Promise.race([sent, wait(lastMilliseconds, undefined, { ref: false })])
    api.trace.disable()
    api.context.disable()
    api.propagation.disable()
  }
}
