import { setTimeout as wait } from 'node:timers/promises'
import type { Environment } from '../config.ts'
import { withoutTrailingSlashes } from '../trailing-slashes.ts'

/** For the last spans when the process ends: a collector that hangs must not delay it. */
const lastMilliseconds = 1_000

/** True when the standard variables ask for traces. */
export const wantsTraces = (environment: Environment): boolean =>
  endpointOf(environment) !== undefined &&
  environment.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  environment.OTEL_TRACES_EXPORTER !== 'none'

/** Where spans are sent, and the variable that says so. */
const endpointOf = (environment: Environment) => {
  const traces = environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim()
  if (traces) return { variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', value: traces, url: traces }
  const value = environment.OTEL_EXPORTER_OTLP_ENDPOINT?.trim()
  if (!value) return undefined
  return { variable: 'OTEL_EXPORTER_OTLP_ENDPOINT', value, url: `${withoutTrailingSlashes(value)}/v1/traces` }
}

/** The address that spans are sent to. @throws Error with a sentence when it isn’t an address */
export const readTracesEndpoint = (environment: Environment): string | undefined => {
  const endpoint = endpointOf(environment)
  if (!endpoint || ['http:', 'https:'].includes(URL.parse(endpoint.url)?.protocol ?? '')) return endpoint?.url
  const { variable, value } = endpoint
  throw new Error(`${variable} is "${value}", but must be the address of a collector, such as http://127.0.0.1:4318.`)
}

/** The share of traces that is kept: `OTEL_TRACES_SAMPLER_ARG`, or all of them. */
const sampledShare = ({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: Environment): number => {
  if (OTEL_TRACES_SAMPLER?.endsWith('always_off')) return 0
  const share = Number(OTEL_TRACES_SAMPLER_ARG)
  return OTEL_TRACES_SAMPLER?.endsWith('traceidratio') && share >= 0 && share <= 1 ? share : 1
}

/**
 * Sends the spans of this process to the OTLP endpoint, as JSON over HTTP. Only this function loads the packages, so they
 * cost nothing without an endpoint. The exporter reads the other `OTEL_EXPORTER_OTLP_…` variables itself.
 *
 * @returns a function that ends it, and sends the rest of the spans within a second
 * @throws Error with a sentence when the endpoint isn’t an address
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
  const defaults = resources.resourceFromAttributes({ 'service.name': 'sidenote', 'service.version': version })
  const attributes = resources.detectResources({ detectors: [resources.resourceAttributesEnvDetector] })
  const serviceName = resources.resourceFromAttributes(name ? { 'service.name': name } : {})
  const provider = new trace.TracerProvider({
    resource: defaults.merge(attributes).merge(serviceName),
    sampler: new trace.ParentBasedSampler({ root: new trace.TraceIdRatioBasedSampler(sampledShare(environment)) }),
    spanProcessors: [
      new trace.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter({ ...(url && { url }) }) }),
    ],
  })
  api.trace.setGlobalTracerProvider(provider)
  api.context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable())
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  return async () => {
    const flush = provider.shutdown().catch(() => undefined)
    await Promise.race([flush, wait(lastMilliseconds, undefined, { ref: false })])
    api.trace.disable()
    api.context.disable()
    api.propagation.disable()
  }
}
