import { type AppError, commonErrors } from '@atrium/contracts'
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
import type { StillAdmitted } from '../caller/still-admitted.ts'
import { concealAllowance } from '../limits/limit.ts'
import type { Route } from '../routes/route.ts'
import type { Recall } from './answer-memory.ts'
import { BodyCutShort, BodyTooLarge, RequestBody } from './request-body.ts'
import { responseHeaders } from './response-headers.ts'

export interface Forwarded {
  readonly exchange: Exchange
  readonly pool: Pool
  readonly route: Route
  /** The forwarded path and query. */
  readonly path: string
  /** Names and values in turns. */
  readonly headers: string[]
  readonly logger: Logger
  /** The answer in memory to revalidate; see `answer-memory.ts`. */
  readonly recall?: Recall | undefined
  /** What is asked every 15 seconds while an event stream or an answer that waits goes on, which ends with a refusal. */
  readonly stillAdmitted?: (() => StillAdmitted | undefined) | undefined
  readonly askEveryMs?: number
  /** The idle timeout of a client that reads nothing of the answer; a minute by default. */
  readonly stallTimeoutMs?: number
}

const retryAfterSeconds = 2
const shortBody = 16_384
const stalledAfterMs = 60_000
const askedEveryMs = 15_000
/** A service answers an upload once the bytes are stored, which takes long in an object store. */
const storingAtMostMs = 900_000
const resets: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const abandoned = new Error('The client has disconnected')
const unwelcome = new Error('The caller is admitted no more')

/**
 * Forwards the request and streams the answer back, with back-pressure both ways. Throws `payload_too_large` for a body
 * whose announced length is over the route's cap; later failures are answered.
 */
export function forward(forwarded: Forwarded): void {
  const { exchange, route } = forwarded
  const { request, response } = exchange
  // No event follows for a client that has disconnected.
  if (response.destroyed) return
  const limit = limitOf[route.body]
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const body = hasBody(request) ? new RequestBody(request, limit) : undefined
  // Undici listens only once it has a connection; a client may disconnect before that.
  body?.on('error', () => {})
  new Forwarding(forwarded, body).dispatch()
}

const limitOf: Readonly<Record<Route['body'], number>> = {
  capped: maxBodyBytes,
  large: maxLargeBodyBytes,
  streamed: Number.POSITIVE_INFINITY,
}

const tooLarge = (limit: number): AppError =>
  commonErrors.payload_too_large({ message: `The body is larger than ${limit} bytes` })

class Forwarding implements Dispatcher.DispatchHandler {
  readonly #forwarded: Forwarded
  readonly #exchange: Exchange
  readonly #body: RequestBody | undefined
  #controller: Dispatcher.DispatchController | undefined
  #attempts = 0
  #abandoned = false
  /** The outstanding bytes of the answer's body; NaN without a length. */
  #missing = Number.NaN
  /** Whether the answer began before the request had been read to its end. */
  #early = false
  #flowing = false
  #waiting = false
  #watched = false
  #ended = false

  constructor(forwarded: Forwarded, body: RequestBody | undefined) {
    this.#forwarded = forwarded
    this.#exchange = forwarded.exchange
    this.#body = body
    this.#exchange.onAbandoned = () => {
      this.#abandoned = true
      this.#body?.destroy()
      this.#controller?.abort(abandoned)
    }
  }

  dispatch(): void {
    const { pool, path, headers, route } = this.#forwarded
    if (route.waits) this.#watch()
    const stores = this.#body !== undefined && route.body === 'streamed'
    this.#attempts += 1
    pool.dispatch(
      {
        path,
        method: this.#exchange.method as Dispatcher.HttpMethod,
        headers,
        body: this.#body ?? null,
        // By default undici closes the connection after HEAD, for servers that send a body.
        ...(this.#body === undefined ? { reset: false } : {}),
        ...(stores ? { headersTimeout: storingAtMostMs } : {}),
      },
      this,
    )
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#abandoned) controller.abort(abandoned)
    else if (this.#ended) controller.abort(unwelcome)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200 || this.#ended) return
    const { request, response } = this.#exchange
    const remembered = this.#forwarded.recall?.answer(status, headers)
    if (remembered !== undefined) {
      this.#ended = true
      response.writeHead(200, responseHeaders(this.#exchange, remembered.headers)).end(remembered.bytes)
      return
    }
    if (status === 404 && this.#forwarded.route.opaque) {
      concealPublished(this.#exchange.headers, request)
      concealAllowance(this.#exchange.headers)
    }
    if (String(headers['content-type']).startsWith('text/event-stream')) this.#watch()
    const result = responseHeaders(this.#exchange, headers)
    this.#missing = Number(headers['content-length'] ?? Number.NaN)
    this.#early = this.#body !== undefined && !request.complete
    if (this.#early) result.push('connection', 'close')
    response.writeHead(status, result)
    // An answer without a length may be a silent stream: its head must not wait for the first event.
    if (Number.isNaN(this.#missing)) setImmediate(() => this.#flushHead())
  }

  /** Looks at the caller again and again until the answer has ended. */
  #watch(): void {
    if (this.#watched) return
    this.#watched = true
    const { askEveryMs = askedEveryMs } = this.#forwarded
    const stillAdmitted = this.#forwarded.stillAdmitted?.()
    if (stillAdmitted === undefined) return
    const timer = setInterval(() => {
      void stillAdmitted().then((still) => still || this.#refuse())
    }, askEveryMs)
    this.#exchange.response.once('close', () => clearInterval(timer))
  }

  #refuse(): void {
    const { response } = this.#exchange
    if (this.#ended || response.destroyed) return
    this.#ended = true
    this.#body?.destroy()
    this.#controller?.abort(unwelcome)
    if (response.headersSent) response.end()
    else answerProblem(this.#exchange, commonErrors.unauthenticated())
  }

  #flushHead(): void {
    const { response } = this.#exchange
    if (!this.#flowing && !response.destroyed && !response.writableEnded) response.flushHeaders()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { response } = this.#exchange
    this.#flowing = true
    this.#missing -= chunk.length
    this.#forwarded.recall?.collect(chunk)
    if (this.#missing === 0 && !this.#early) {
      this.#ended = true
      // As a string a short body leaves in one segment with the head; Latin-1 keeps every byte.
      if (chunk.length < shortBody) response.end(chunk.toString('latin1'), 'latin1')
      else response.end(chunk)
      return
    }
    if (response.write(chunk)) return
    controller.pause()
    if (this.#waiting) return
    this.#waiting = true
    // A client that never reads on would hold two connections for ever: the end of the paused one goes unnoticed.
    response.socket?.setTimeout(this.#forwarded.stallTimeoutMs ?? stalledAfterMs)
    response.once('drain', () => {
      this.#waiting = false
      response.socket?.setTimeout(0)
      controller.resume()
    })
  }

  onResponseEnd(): void {
    if (this.#ended) return
    this.#ended = true
    const { request, response } = this.#exchange
    if (!this.#early) {
      response.end()
      return
    }
    // A close during the client's upload would reset the connection and could drop the answer.
    this.#body?.destroy()
    this.#flushHead()
    discardBody(request, () => response.end())
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#ended || this.#abandoned) return
    const { exchange, logger } = this.#forwarded
    const { response, requestId, operation } = exchange
    const code = (error as { code?: unknown }).code
    if (response.headersSent || error instanceof BodyCutShort) {
      if (response.headersSent)
        logger.warn({ err: error, op: operation, requestId }, 'the answer was cut short')
      response.destroy()
      return
    }
    if (this.#attempts === 1 && this.#repeatable() && resets.has(code)) {
      this.dispatch()
      return
    }
    this.#body?.destroy()
    if (error instanceof BodyTooLarge) answerProblem(exchange, tooLarge(limitOf[this.#forwarded.route.body]))
    else if (code === 'UND_ERR_INVALID_ARG') answerProblem(exchange, commonErrors.validation_failed())
    else {
      logger.warn({ err: error, op: operation, requestId }, 'the service cannot be reached')
      answerProblem(exchange, commonErrors.unavailable({ details: { retryAfterSeconds } }))
    }
  }

  /** Whether a repetition has no effect of its own. */
  #repeatable(): boolean {
    const { method } = this.#exchange
    return this.#body === undefined && (method === 'GET' || method === 'HEAD')
  }
}
