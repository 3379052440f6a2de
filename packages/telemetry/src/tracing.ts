import type { Tracer } from '@opentelemetry/api'
import {
  type Context,
  ROOT_CONTEXT,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  childTraceparent,
  currentContext,
  type RequestContext,
  withRequestContext,
} from './request-context.ts'

export interface Tracing {
  /**
   * Runs `fn` as one span whose parent is `traceparent`. The context contains the span's own header
   * value.
   */
  span<R>(init: SpanInit, fn: (context: RequestContext) => Promise<R>): Promise<R>
  shutdown(): Promise<void>
}

export interface SpanInit {
  name: string
  kind: SpanKind
  requestId: string
  traceparent: string | undefined
  attributes?: Readonly<Record<string, string | number | boolean>>
}

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
  return {
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
