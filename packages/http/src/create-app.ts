import { randomUUID } from 'node:crypto'
import { commonErrors } from '@atrium/contracts'
import { acceptableRequestId, type Metrics, type Tracing } from '@atrium/telemetry'
import { SpanKind } from '@opentelemetry/api'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv } from './environment.ts'
import { type PrincipalTokens, principalHeader } from './principal-token.ts'
import { problemResponse, toAppError } from './problem.ts'

export interface AppOptions {
  logger: Logger
  metrics: Metrics
  tracing: Tracing
  tokens: PrincipalTokens
}

/**
 * The Hono application that every service starts from: request id, trace, principal from the gateway's token,
 * problem answers, one log line and one observation per request. Mount operations on it with `mount`.
 */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { logger, metrics, tracing, tokens } = options
  const app = new Hono<AppEnv>()
  app.use('*', async (c, next) => {
    const started = performance.now()
    const requestId = acceptableRequestId(c.req.header('x-request-id')) ?? randomUUID()
    c.set('requestId', requestId)
    c.set('operation', 'unmatched')
    c.set('principal', null)
    await tracing.span(
      {
        name: `${c.req.method} ${c.req.path}`,
        kind: SpanKind.SERVER,
        requestId,
        traceparent: c.req.header('traceparent'),
      },
      async () => {
        const token = c.req.header(principalHeader)
        if (token !== undefined) c.set('principal', await tokens.verify(token))
        await next()
      },
    )
    c.res.headers.set('x-request-id', requestId)
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
    const seconds = (performance.now() - started) / 1000
    const { operation, principal } = c.var
    metrics.http.observe({ operation, status: c.res.status }, seconds)
    logger.info(
      {
        op: operation,
        status: c.res.status,
        ms: Math.round(seconds * 1e4) / 10,
        requestId,
        ...(principal?.orgId == null ? {} : { org: principal.orgId }),
      },
      'request',
    )
  })
  app.notFound((c) => problemResponse(commonErrors.not_found(), c.var.requestId))
  app.onError((thrown, c) => {
    const error = toAppError(thrown)
    const requestId = c.var.requestId ?? randomUUID()
    if (error.kind === 'internal') logger.error({ err: error.cause ?? error, requestId }, 'request failed')
    return problemResponse(error, requestId)
  })
  return app
}
