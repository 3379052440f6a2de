import type { Tracer } from '@opentelemetry/api'
import { type Context, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  childTraceparent,
  currentContext,
  type SpanInit,
  type Tracing,
  withRequestContext,
} from './request-context.ts'

/**
 * Propagates the trace context and records nothing. A service uses it if no collector is
 * configured.
 */
const propagateOnly: Tracing = {
  span: (init, fn) => {
    const context = { requestId: init.requestId, traceparent: childTraceparent(init.traceparent) }
    return withRequestContext(context, () => fn(context))
  },
  shutdown: async () => {},
}

const propagator = new W3CTraceContextPropagator()
const getter = {
  get: (carrier: Record<string, string>, key: string) => carrier[key],
  keys: (carrier: Record<string, string>) => Object.keys(carrier),
}
const setter = {
  set: (carrier: Record<string, string>, key: string, value: string) => {
    carrier[key] = value
  },
}

function recording(tracer: Tracer, shutdown: () => Promise<void>): Tracing {
  const findParent = (init: SpanInit): Context => {
    const active = currentContext()?.otel
    if (active !== undefined) return active
    if (init.traceparent === undefined) return ROOT_CONTEXT
    return propagator.extract(ROOT_CONTEXT, { traceparent: init.traceparent }, getter)
  }
  const tracing: Tracing = {
    shutdown,
    async span(init, fn) {
      const parent = findParent(init)
      const span = tracer.startSpan(
        init.name,
        { kind: init.kind, attributes: init.attributes ?? {} },
        parent,
      )
      const otel = trace.setSpan(parent, span)
      const carrier: Record<string, string> = {}
      propagator.inject(otel, carrier, setter)
      const context = {
        requestId: init.requestId,
        traceparent: carrier['traceparent'] ?? childTraceparent(init.traceparent),
        otel,
        tracing,
      }
      try {
        return await withRequestContext(context, () => fn(context))
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
  }
  return tracing
}

/**
 * Runs `fn` as a span inside the current request or message. Outside of them, and if no spans are
 * exported, only calls `fn`.
 */
export function inSpan<R>(
  init: Pick<SpanInit, 'name' | 'kind' | 'attributes'>,
  fn: () => Promise<R>,
): Promise<R> {
  const outer = currentContext()
  if (outer?.tracing === undefined) return fn()
  const { requestId, traceparent, caller, address } = outer
  return outer.tracing.span({ ...init, requestId, traceparent }, (context) => {
    // The work inside acts for the same caller, for example in audit entries.
    Object.assign(context, { caller, address })
    return fn()
  })
}

/**
 * Creates a service's tracing over OTLP/HTTP, or with the W3C header alone. Registers nothing
 * globally.
 */
export async function createTracing(
  service: string,
  endpoint: string | undefined,
): Promise<Tracing> {
  if (endpoint === undefined) return propagateOnly
  const [
    { TracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
      }),
    ],
  })
  return recording(provider.getTracer('atrium'), () => provider.shutdown())
}

export { propagateOnly }
