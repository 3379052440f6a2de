import type { AppError } from '@atrium/contracts'
import { toProblem } from '../problem.ts'
import { discardBody } from './discard-body.ts'
import { type Exchange, hasBody } from './exchange.ts'

/**
 * Sends a whole response. `headers` alternates names and values, after the exchange's own headers.
 * If the client is still sending, its body is discarded before the connection closes (lingering
 * close), because a reset could lose the response.
 */
export function answer(
  exchange: Exchange,
  status: number,
  headers: readonly string[],
  body: string | Buffer = '',
): void {
  const { request, response } = exchange
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const framing = status === 204 || status === 304 ? [] : ['content-length', String(bytes.length)]
  const unread = hasBody(request) && !request.complete
  if (unread) framing.push('connection', 'close')
  response.writeHead(status, [...exchange.headers, ...headers, ...framing])
  const sent = exchange.method === 'HEAD' ? undefined : bytes
  if (!unread) {
    response.end(sent)
    return
  }
  if (sent?.length) response.write(sent)
  else response.flushHeaders()
  discardBody(request, () => response.end())
}

/** Sends a problem (RFC 9457). */
export function answerProblem(exchange: Exchange, error: AppError): void {
  const { status, headers, body } = toProblem(error, exchange.requestId)
  answer(exchange, status, Object.entries(headers).flat(), body)
}
