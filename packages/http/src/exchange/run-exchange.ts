import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Metrics, Tracing } from '@atrium/telemetry'
import { SpanKind, trace } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { toAppError } from '../problem.ts'
import { answerProblem } from './answer.ts'
import { type Exchange, readHeader, readRequestId } from './exchange.ts'

export interface ExchangeDeps {
  readonly logger: Logger
  readonly metrics: Metrics
  readonly tracing: Tracing
}

/** Handles one request as `operation`. If `handle` throws, the error becomes the response. */
export type RunExchange = (
  request: IncomingMessage,
  response: ServerResponse,
  operation: string,
  handle: (exchange: Exchange) => Promise<void>,
) => void

/**
 * Creates a runner for requests without a framework. `always` holds headers for every response,
 * alternating names and values.
 */
export function createExchanges(deps: ExchangeDeps, always: readonly string[] = []): RunExchange {
  const { logger, tracing } = deps
  return (request, response, operation, handle) => {
    const started = performance.now()
    const requestId = readRequestId(request)
    const traceparent = readHeader(request, 'traceparent')
    const span = {
      name: `${request.method} request`,
      kind: SpanKind.SERVER,
      requestId,
      traceparent,
    }
    void tracing.span(span, async (context) => {
      const headers = ['x-request-id', requestId, ...always]
      const exchange: Exchange = {
        request,
        response,
        method: request.method ?? 'GET',
        requestId,
        started,
        operation,
        context,
        principal: null,
        headers,
        onAbandoned: undefined,
      }
      const closed = new Promise<void>((resolve) => {
        response.on('close', () => {
          if (!response.writableFinished) exchange.onAbandoned?.()
          observe(deps, exchange)
          resolve()
        })
      })
      // A write to a closed connection emits an error. Without a listener that would end the
      // process.
      response.on('error', () => {})
      await handle(exchange).catch((thrown: unknown) => refuse(exchange, thrown, logger))
      if (context.otel === undefined) return
      await closed
      const recorded = trace.getSpan(context.otel)
      recorded?.updateName(exchange.operation)
      recorded?.setAttribute('http.response.status_code', response.statusCode)
    })
  }
}

function refuse(exchange: Exchange, thrown: unknown, logger: Logger): void {
  const { request, response, requestId, operation } = exchange
  if (request.socket.destroyed || response.headersSent) {
    response.destroy()
    return
  }
  const error = toAppError(thrown)
  if (error.kind === 'internal') {
    logger.error({ err: error.cause ?? error, op: operation, requestId }, 'request failed')
  }
  answerProblem(exchange, error)
}

/** Writes the only log line and observation of a finished exchange. */
function observe({ metrics, logger }: ExchangeDeps, exchange: Exchange): void {
  const { operation, principal, requestId, response, method, started } = exchange
  const abandoned = !response.writableFinished
  // 499 is the status that proxies log if a client disconnects before the response begins.
  const status = abandoned && !response.headersSent ? 499 : response.statusCode
  const milliseconds = performance.now() - started
  metrics.http.observe({ operation, status }, milliseconds / 1000)
  logger.info(
    {
      op: operation,
      method,
      status,
      ms: Math.round(milliseconds * 10) / 10,
      requestId,
      ...(principal?.orgId == null ? {} : { org: principal.orgId }),
      ...(abandoned ? { abandoned } : {}),
    },
    'request',
  )
}
