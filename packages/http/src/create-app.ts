import { randomUUID } from 'node:crypto'
import { commonErrors, type Principal } from '@atrium/contracts'
import {
  acceptableRequestId,
  type Metrics,
  type RequestCaller,
  type RequestContext,
  type Tracing,
} from '@atrium/telemetry'
import { SpanKind, trace } from '@opentelemetry/api'
import { type Context, Hono, type Next } from 'hono'
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
 * Creates a service's Hono application with request id, trace, principal, problem responses, log
 * and metrics.
 */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { logger, tracing } = options
  const app = new Hono<AppEnv>()
  app.use('*', async (c, next) => {
    const started = performance.now()
    const requestId = acceptableRequestId(c.req.header('x-request-id')) ?? randomUUID()
    c.set('requestId', requestId)
    c.set('operation', 'unmatched')
    c.set('principal', null)
    const init = {
      name: `${c.req.method} request`,
      kind: SpanKind.SERVER,
      requestId,
      traceparent: c.req.header('traceparent'),
    }
    await tracing.span(init, async (context) => {
      context.address = c.req.header('x-forwarded-for')
      await answer(c, next, options, context)
      describeSpan(c, context)
    })
    c.res.headers.set('x-request-id', requestId)
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
    report(c, options, performance.now() - started)
  })
  app.notFound((c) => problemResponse(commonErrors.not_found(), c.var.requestId))
  app.onError((thrown, c) => refusal(c, logger, thrown))
  return app
}

// Hono's error handler gets neither errors of this middleware nor thrown values that are no Error.
async function answer(
  c: Context<AppEnv>,
  next: Next,
  { tokens, logger }: AppOptions,
  context: RequestContext,
): Promise<void> {
  try {
    const token = c.req.header(principalHeader)
    if (token !== undefined) {
      const principal = await tokens.verify(token)
      c.set('principal', principal)
      context.caller = toCaller(principal)
    }
    await next()
  } catch (thrown) {
    c.res = refusal(c, logger, thrown)
  }
}

const toCaller = ({ via, userId, credentialId }: Principal): RequestCaller =>
  via === 'session' ? { type: 'user', id: userId, userId } : { type: via, id: credentialId, userId }

function refusal(c: Context<AppEnv>, logger: Logger, thrown: unknown): Response {
  const { requestId, operation } = c.var
  const error = toAppError(thrown)
  if (error.kind === 'internal') {
    logger.error({ err: error.cause ?? error, op: operation, requestId }, 'request failed')
  }
  return problemResponse(error, requestId)
}

/** Names the span after the operation, not the path, because there are few operations. */
function describeSpan(c: Context<AppEnv>, { otel }: RequestContext): void {
  if (otel === undefined) return
  trace
    .getSpan(otel)
    ?.updateName(c.var.operation)
    .setAttribute('http.response.status_code', c.res.status)
}

function report(c: Context<AppEnv>, { metrics, logger }: AppOptions, millis: number): void {
  const { operation, principal, requestId } = c.var
  metrics.http.observe({ operation, status: c.res.status }, millis / 1000)
  logger.info(
    {
      op: operation,
      status: c.res.status,
      ms: Math.round(millis * 10) / 10,
      requestId,
      ...(principal?.orgId == null ? {} : { org: principal.orgId }),
    },
    'request',
  )
}
