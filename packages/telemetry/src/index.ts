export * from './metrics.ts'
export * from './request-context.ts'
export { createTracing, inSpan, propagateOnly } from './tracing.ts'
