import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Principal } from '@atrium/contracts'
import { acceptableRequestId, type RequestContext } from '@atrium/telemetry'

/** A request handled without a framework. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly requestId: string
  /** `performance.now()` when the request arrived. */
  readonly started: number
  /** The name for the log line, metrics and span. */
  operation: string
  readonly context: RequestContext
  principal: Principal | null
  /**
   * Headers for every response to this request, alternating names and values. Includes the request
   * id.
   */
  readonly headers: string[]
  /** Called if the client disconnects before the end of the response. */
  onAbandoned: (() => void) | undefined
}

/**
 * Returns the first value of a header. Node joins repeated headers with a comma, except for a few
 * that it lists.
 */
export function readHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** Returns the client's request id if it is harmless, otherwise a new one. */
export const readRequestId = (request: IncomingMessage): string =>
  acceptableRequestId(readHeader(request, 'x-request-id')) ?? randomUUID()

/** Returns true if the request announces a non-empty body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
