import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Principal } from '@atrium/contracts'
import { acceptableRequestId, childTraceparent, type RequestContext } from '@atrium/telemetry'

/** One request on its way through the gateway. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly requestId: string
  readonly started: number
  /** The route, for the log line and the metrics. */
  operation: string
  context: RequestContext
  principal: Principal | null
  /** Names and values in turns that every answer to this request carries: CORS, limits, the request's id. */
  readonly headers: string[]
  /** Called when the client goes away before it has the whole answer. */
  onAbandoned: (() => void) | undefined
}

/** What every answer of the gateway carries. */
const always = ['x-content-type-options', 'nosniff'] as const
/** In production it is reached over HTTPS alone; a browser that has been here keeps to it for a year. */
const alwaysInProduction = [...always, 'strict-transport-security', 'max-age=31536000'] as const

/** Takes a request in: its id (the client's own when it is harmless) and its place in a trace. */
export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  production: boolean,
): Exchange {
  const requestId = acceptableRequestId(headerOf(request, 'x-request-id')) ?? randomUUID()
  return {
    request,
    response,
    method: request.method ?? 'GET',
    requestId,
    started: performance.now(),
    operation: 'unmatched',
    context: { requestId, traceparent: childTraceparent(headerOf(request, 'traceparent')) },
    principal: null,
    headers: ['x-request-id', requestId, ...(production ? alwaysInProduction : always)],
    onAbandoned: undefined,
  }
}

/** A request header's value; Node joins repeated ones with a comma, except for a few that it lists. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** Whether the request announces a body that is longer than nothing. */
export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined ||
  (request.headers['content-length'] !== undefined && request.headers['content-length'] !== '0')
