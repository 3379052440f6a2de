import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Principal } from '@atrium/contracts'
import { acceptableRequestId, type RequestContext } from '@atrium/telemetry'

/** One request that is answered without a framework. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly requestId: string
  /** `performance.now()` at the arrival of the request. */
  readonly started: number
  /** For the log line, the metrics and the span. */
  operation: string
  readonly context: RequestContext
  principal: Principal | null
  /** Headers of every answer to this request, names and values in turns; the request id among them. */
  readonly headers: string[]
  /** Called when the client closes the connection before the end of the answer. */
  onAbandoned: (() => void) | undefined
}

/** The first value of a header; Node joins repeated ones with a comma, except for a few that it lists. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** The request id of the client when it is harmless, else a new one. */
export const requestIdOf = (request: IncomingMessage): string =>
  acceptableRequestId(headerOf(request, 'x-request-id')) ?? randomUUID()

/** Whether the request announces a body that is not empty. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
