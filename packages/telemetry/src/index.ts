export * from './metrics.ts'
export * from './request-context.ts'
export { createTracing, propagateOnly, type SpanInit, type Tracing } from './tracing.ts'
