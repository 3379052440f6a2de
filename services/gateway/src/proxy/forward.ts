import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { commonErrors } from '@atrium/contracts'
import {
  answerProblem,
  discardBody,
  type Exchange,
  hasBody,
  maxBodyBytes,
  maxLargeBodyBytes,
} from '@atrium/http'
import type { Logger } from 'pino'
import type { Dispatcher, Pool } from 'undici'
import { concealPublished } from '../browser/cors.ts'
import { concealAllowance } from '../limits/limit.ts'
import type { Route } from '../routes/route.ts'
import { type AnswerMemory, confirmedHeaders, isImmutable, isShared } from './answer-memory.ts'
import { BodyCutShort, BodyTooLarge, requestBody } from './request-body.ts'
import { responseHeaders } from './response-headers.ts'

/**
 * Calls `onRefused` once when the caller has lost access. Returns a function that stops the checks.
 */
export type WatchCaller = (onRefused: () => void) => () => void

export interface Forwarded {
  readonly exchange: Exchange
  readonly pool: Pool
  readonly route: Route
  readonly path: string
  readonly headers: string[]
  readonly logger: Logger
  /** Set if a cached response may be used. */
  readonly memory?: AnswerMemory | undefined
  /**
   * Watches the caller if the response is an event stream or waits. The response ends when the
   * caller loses access.
   */
  readonly watchCaller?: WatchCaller | undefined
  /** The idle timeout for a client that stops reading the response. Defaults to a minute. */
  readonly stallTimeoutMs?: number
}

/**
 * A service responds to an upload only when the bytes are stored, which can take long in an object
 * store.
 */
const storingAtMostMs = 900_000
const resets: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const bodyLimits: Readonly<Record<Route['body'], number>> = {
  capped: maxBodyBytes,
  large: maxLargeBodyBytes,
  streamed: Number.POSITIVE_INFINITY,
}

/**
 * Forwards a request and streams the response back. Throws `payload_too_large` and `unavailable`.
 */
export async function forward(forwarded: Forwarded): Promise<void> {
  const { exchange, route, headers, path, memory } = forwarded
  const { request, response } = exchange
  // The client has already disconnected, so no further event will stop this request.
  if (response.destroyed) return
  const limit = bodyLimits[route.body]
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const body = hasBody(request) ? requestBody(request, limit) : undefined
  const ending = new AbortController()
  const stop = () => {
    body?.destroy()
    ending.abort()
  }
  exchange.onAbandoned = stop
  const refuse = () => {
    if (response.destroyed || response.writableEnded) return
    stop()
    if (response.headersSent) response.end()
    else answerProblem(exchange, commonErrors.unauthenticated())
  }
  try {
    if (route.waits) watch(forwarded, refuse)
    const remembered = route.shared ? undefined : memory?.get(path)
    if (remembered !== undefined) headers.push('if-none-match', String(remembered.headers['etag']))
    const askedAt = performance.now()
    const answer = await ask(forwarded, body, ending.signal)
    if (remembered !== undefined && answer.statusCode === 304) {
      await answer.body.dump()
      const confirmed = confirmedHeaders(remembered, answer.headers)
      response.writeHead(200, responseHeaders(exchange, confirmed)).end(remembered.bytes)
      return
    }
    if (String(answer.headers['content-type']).startsWith('text/event-stream'))
      watch(forwarded, refuse)
    await pass(forwarded, { answer, askedAt }, body, ending.signal)
  } catch (error) {
    if (ending.signal.aborted) return
    body?.destroy()
    if (error instanceof BodyCutShort) response.destroy()
    else throw toRefusal(forwarded, error)
  }
}

const tooLarge = (limit: number) =>
  commonErrors.payload_too_large({ message: `The body is larger than ${limit} bytes` })

const readCode = (error: unknown): unknown => (error as { code?: unknown }).code

/** Watches the caller until the response has ended. */
function watch({ exchange, watchCaller }: Forwarded, refuse: () => void): void {
  if (watchCaller !== undefined) exchange.response.once('close', watchCaller(refuse))
}

/**
 * Sends the request to the service. A GET or HEAD without a body is retried once after a connection
 * reset.
 */
async function ask(
  { exchange: { method }, pool, route, path, headers }: Forwarded,
  body: Readable | undefined,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const options = {
    path,
    method: method as Dispatcher.HttpMethod,
    headers,
    signal,
    body: body ?? null,
    // By default undici closes the connection after HEAD, because some servers send a body.
    ...(body === undefined ? { reset: false } : {}),
    ...(body !== undefined && route.body === 'streamed' ? { headersTimeout: storingAtMostMs } : {}),
  }
  try {
    return await pool.request(options)
  } catch (error) {
    const repeatable = body === undefined && (method === 'GET' || method === 'HEAD')
    if (!repeatable || !resets.has(readCode(error))) throw error
    return pool.request(options)
  }
}

async function pass(
  { exchange, route, path, memory, stallTimeoutMs = 60_000 }: Forwarded,
  { answer, askedAt }: { answer: Dispatcher.ResponseData; askedAt: number },
  body: Readable | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { request, response } = exchange
  if (answer.statusCode === 404 && route.opaque) {
    concealPublished(exchange.headers, request)
    concealAllowance(exchange.headers)
  }
  const headers = responseHeaders(exchange, answer.headers)
  // The response may begin before the request has been read to its end.
  const early = body !== undefined && !request.complete
  if (early) headers.push('connection', 'close')
  response.writeHead(answer.statusCode, headers)
  // A response without a length may be a silent stream, so its head must not wait for the first
  // event.
  if (answer.headers['content-length'] === undefined) response.flushHeaders()
  const isKept = route.shared ? isShared : isImmutable
  const isCacheable = memory !== undefined && isKept(answer.statusCode, answer.headers)
  const chunks: Buffer[] | undefined = isCacheable ? [] : undefined
  if (chunks === undefined) memory?.delete(path)
  for await (const chunk of answer.body) {
    chunks?.push(chunk)
    if (response.write(chunk)) continue
    // A client that never reads on would hold two connections for ever, because the end of a paused
    // connection goes unnoticed.
    response.socket?.setTimeout(stallTimeoutMs)
    await once(response, 'drain', { signal })
    response.socket?.setTimeout(0)
  }
  if (chunks !== undefined) {
    const page = { bytes: Buffer.concat(chunks), headers: answer.headers }
    // A page's age counts from the request. Otherwise a client that reads slowly would bring an old
    // page back for everybody.
    memory?.set(path, page, { start: askedAt })
  }
  if (!early) {
    response.end()
    return
  }
  // Closing during the client's upload would reset the connection and could drop the response.
  body.destroy()
  response.flushHeaders()
  discardBody(request, () => response.end())
}

function toRefusal({ exchange, logger, route }: Forwarded, error: unknown) {
  const { requestId, operation, response } = exchange
  const about = { err: error, op: operation, requestId }
  if (response.headersSent) logger.warn(about, 'the answer was cut short')
  else if (error instanceof BodyTooLarge) return tooLarge(bodyLimits[route.body])
  else if (readCode(error) === 'UND_ERR_INVALID_ARG') return commonErrors.validation_failed()
  else logger.warn(about, 'the service cannot be reached')
  return commonErrors.unavailable({ details: { retryAfterSeconds: 2 } })
}
