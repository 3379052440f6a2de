import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Principal } from '@atrium/contracts'
import { type PrincipalTokens, principalHeader, problemResponse, toAppError } from '@atrium/http'
import type { Kit } from '@atrium/service-kit'
import { acceptableRequestId } from '@atrium/telemetry'
import { SpanKind } from '@opentelemetry/api'
import { answerAndLinger } from './answer-and-linger.ts'

/** One request that is answered without a framework. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** The org that is noted in the log line, once it is known. */
  org: string | undefined
}

export type ExchangeDeps = Pick<Kit<never>, 'logger' | 'metrics' | 'tracing' | 'tokens'>

export const requestIdOf = (request: IncomingMessage): string =>
  acceptableRequestId(firstOf(request.headers['x-request-id'])) ?? randomUUID()

const firstOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

/** The caller that the gateway's token states, or null. Throws `invalid_credentials` for a bad token. */
export async function principalOf(
  request: IncomingMessage,
  tokens: PrincipalTokens,
): Promise<Principal | null> {
  const token = firstOf(request.headers[principalHeader])
  return token === undefined ? null : tokens.verify(token)
}

/**
 * Handles one request with the platform's habits: request id, span, problem answers, one log line and one
 * observation. The handler answers through `response`; what it throws becomes the answer.
 */
export async function runExchange(
  deps: ExchangeDeps,
  operation: string,
  request: IncomingMessage,
  response: ServerResponse,
  handle: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  const started = performance.now()
  const exchange: Exchange = { request, response, requestId: requestIdOf(request), org: undefined }
  const span = {
    name: operation,
    kind: SpanKind.SERVER,
    requestId: exchange.requestId,
    traceparent: firstOf(request.headers['traceparent']),
  }
  try {
    await deps.tracing.span(span, () => handle(exchange))
  } catch (error) {
    await answerError(deps, exchange, error)
  } finally {
    observe(deps, operation, exchange, response.statusCode, (performance.now() - started) / 1000)
  }
}

/** The one log line and the one observation of a request. */
export function observe(
  deps: Pick<ExchangeDeps, 'logger' | 'metrics'>,
  operation: string,
  exchange: Pick<Exchange, 'requestId' | 'org'>,
  status: number,
  seconds: number,
): void {
  deps.metrics.http.labels(operation, String(status)).observe(seconds)
  if (!deps.logger.isLevelEnabled('info')) return
  deps.logger.info(
    {
      op: operation,
      status,
      ms: Math.round(seconds * 1e4) / 10,
      requestId: exchange.requestId,
      ...(exchange.org === undefined ? {} : { org: exchange.org }),
    },
    'request',
  )
}

async function answerError(deps: ExchangeDeps, exchange: Exchange, thrown: unknown): Promise<void> {
  const { request, response, requestId } = exchange
  // The other side went away, or bytes of an answer are out already: there is nothing left to say.
  if (request.socket.destroyed || response.headersSent) {
    response.destroy()
    return
  }
  const error = toAppError(thrown)
  if (error.kind === 'internal') {
    deps.logger.error({ err: error.cause ?? error, requestId }, 'request failed')
  }
  const problem = problemResponse(error, requestId)
  const body = Buffer.from(await problem.arrayBuffer())
  await answerAndLinger(request, response, problem.status, [...problem.headers], body)
}
