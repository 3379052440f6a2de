import type { AppError } from '@atrium/contracts'
import { problemResponse } from '@atrium/http'
import { discardBody } from './discard-body.ts'
import { type Exchange, hasBody } from './exchange.ts'

/** Answers with a body of our own. Headers are names and values in turns, below those of the exchange. */
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
  if (!unread) {
    response.end(exchange.method === 'HEAD' ? undefined : bytes)
    return
  }
  if (bytes.length > 0 && exchange.method !== 'HEAD') response.write(bytes)
  else response.flushHeaders()
  // Closing on a sender resets the connection and may take the answer with it, so what comes is thrown away first.
  discardBody(request, () => response.end())
}

/** Answers with a problem (RFC 9457). */
export function answerProblem(exchange: Exchange, error: AppError): void {
  const problem = problemResponse(error, exchange.requestId)
  const headers: string[] = []
  for (const [name, value] of problem.headers) {
    if (name !== 'x-request-id') headers.push(name, value)
  }
  problem.text().then(
    (body) => answer(exchange, problem.status, headers, body),
    () => exchange.response.destroy(),
  )
}
