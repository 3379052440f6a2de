import type { Operation } from '@atrium/contracts'
import type { z } from 'zod'
import { AtriumNetworkError, AtriumTimeoutError, errorOfResponse } from './atrium-error.ts'
import { createCookieJar } from './cookie-jar.ts'
import { findEtag, rememberETag } from './etag.ts'
import { fillPath } from './fill-path.ts'
import { once, type Repeat } from './repeat.ts'

export interface ClientOptions {
  /** The API's origin, for example `http://localhost:3000`. */
  baseUrl: string
  /** An organisation's API key (`atr_…`). Without one the session cookie is used. */
  apiKey?: string
  fetch?: typeof globalThis.fetch
  /**
   * The timeout of an attempt in milliseconds. Defaults to 30,000. Uploads and downloads have none.
   */
  timeoutMs?: number
}

export interface CallOptions {
  /**
   * Repeats with equal key and body return the first result for 24 hours. Throws a TypeError if the
   * operation takes no key.
   */
  idempotencyKey?: string
  /**
   * The record as the client returned it, or its `ETag`. The call is refused with 412 if the record
   * has changed since.
   */
  ifMatch?: string | object
  lease?: string
  signal?: AbortSignal
}

type In<S> = S extends z.ZodType ? z.input<S> : never
type Part<K extends string, S> = [In<S>] extends [never]
  ? { [P in K]?: undefined }
  : Record<never, never> extends In<S>
    ? { [P in K]?: In<S> }
    : { [P in K]: In<S> }

/** The input of an operation: its declared `params`, `query` and `body`. */
export type CallInput<O extends Operation> = Part<'params', O['params']> &
  Part<'query', O['query']> &
  (O extends { bodyOptional: true } ? { body?: In<O['body']> } : Part<'body', O['body']>)

type SuccessKey<R> = Extract<keyof R, 200 | 201 | 202>

/** The result of an operation. Undefined for 204. */
export type CallOutput<O extends Operation> = [SuccessKey<O['responses']>] extends [never]
  ? undefined
  : {
      [K in SuccessKey<O['responses']>]: O['responses'][K] extends {
        schema: infer S extends z.ZodType
      }
        ? z.output<S>
        : undefined
    }[SuccessKey<O['responses']>]

/**
 * If `timeoutMs` is null, the request has no timeout. `repeatable` states that another attempt has
 * no second effect.
 */
type RequestParts = RequestInit & {
  timeoutMs?: number | null
  repeatable?: boolean
  duplex?: 'half'
}

export type Transport = ReturnType<typeof createTransport>

const inBrowser = typeof (globalThis as { document?: unknown }).document !== 'undefined'

/**
 * Creates the layer below the client: credentials, timeouts, problems as errors. `repeat` does the
 * retries.
 */
export function createTransport(options: ClientOptions, repeat: Repeat = once) {
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '')
  const send = options.fetch ?? globalThis.fetch
  const jar = createCookieJar()

  const credentials = (): Record<string, string> => {
    if (options.apiKey !== undefined) return { 'x-api-key': options.apiKey }
    if (inBrowser) return {}
    const cookie = jar.header()
    return cookie === undefined ? {} : { cookie, origin: new URL(baseUrl).origin }
  }

  const attempt = async (path: string, init: RequestParts): Promise<Response> => {
    const { timeoutMs, repeatable: _, ...rest } = init
    const limit = timeoutMs === undefined ? (options.timeoutMs ?? 30_000) : timeoutMs
    const signals = [rest.signal, limit === null ? undefined : AbortSignal.timeout(limit)].filter(
      (signal): signal is AbortSignal => signal !== undefined && signal !== null,
    )
    const headers = new Headers(rest.headers)
    for (const [name, value] of Object.entries(credentials())) headers.set(name, value)
    const response = await send(baseUrl + path, {
      ...rest,
      headers,
      credentials: options.apiKey === undefined ? 'include' : 'omit',
      // `fetch` would send `x-api-key` and `x-lease` to another origin. In a browser, redirects are
      // followed as usual.
      ...(inBrowser ? {} : { redirect: 'manual' }),
      ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
    }).catch((cause: unknown) => {
      rest.signal?.throwIfAborted()
      throw lost(cause)
    })
    if (!inBrowser) jar.take(response)
    if (!response.ok) throw await errorOfResponse(response)
    return response
  }

  const repeated = <T>(
    path: string,
    init: RequestParts,
    read: (response: Response) => T | Promise<T>,
  ) =>
    repeat(async () => read(await attempt(path, init)), {
      repeatable: isRepeatable(init),
      signal: init.signal,
    })

  const createRequest = (
    operation: Operation,
    input: object,
    callOptions: CallOptions = {},
  ): [string, RequestParts] => {
    const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
    const { ifMatch, lease, signal } = callOptions
    const idempotent = operation.idempotent === true
    if (callOptions.idempotencyKey !== undefined && !idempotent)
      throw new TypeError(`${operation.id} takes no idempotency key`)
    // A retry needs a key, so its effect happens once.
    const key =
      callOptions.idempotencyKey ??
      (repeat !== once && idempotent ? crypto.randomUUID() : undefined)
    const etag = typeof ifMatch === 'object' ? findEtag(ifMatch) : ifMatch
    if (ifMatch !== undefined && etag === undefined)
      throw new TypeError('`ifMatch` is no answer with an ETag')
    const init = {
      method: operation.method.toUpperCase(),
      ...(key === undefined ? {} : { repeatable: true }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(etag === undefined ? {} : { 'if-match': etag }),
        ...(lease === undefined ? {} : { 'x-lease': lease }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    }
    return [fillPath(operation.path, params) + formatQuery(query), init]
  }

  return {
    baseUrl,
    /** Headers that authenticate the user, for requests sent without the transport. */
    credentials,
    /**
     * Sends one request. Throws `AtriumError` unless the response is a success, or the reason of an
     * aborted `signal`. Outside a browser a redirect is not followed and counts as a failure.
     */
    request: (path: string, init: RequestParts = {}): Promise<Response> =>
      repeated(path, init, (response) => response),
    /**
     * Sends a declared operation and returns the response unread. `timeoutMs` works as in
     * `request`. Throws `AtriumError`.
     */
    async send<const O extends Operation>(
      operation: O,
      input: CallInput<O>,
      callOptions?: CallOptions,
      timeoutMs?: number | null,
    ): Promise<Response> {
      const [path, init] = createRequest(operation, input, callOptions)
      return repeated(
        path,
        timeoutMs === undefined ? init : { ...init, timeoutMs },
        (response) => response,
      )
    },
    forgetSession: (): void => jar.clear(),
    /** Calls a declared operation. Throws `AtriumError`. */
    async call<const O extends Operation>(
      operation: O,
      input: CallInput<O>,
      callOptions?: CallOptions,
    ): Promise<CallOutput<O>> {
      const [path, init] = createRequest(operation, input, callOptions)
      return repeated(path, init, async (response) => {
        const isJson = response.headers.get('content-type')?.includes('json') === true
        if (response.status === 204 || !isJson) return undefined as never
        const answer: unknown = await response.json().catch((cause: unknown) => {
          init.signal?.throwIfAborted()
          throw cause instanceof SyntaxError ? cause : lost(cause)
        })
        rememberETag(answer, response)
        return answer as never
      })
    },
  }
}

const lost = (cause: unknown) =>
  cause instanceof Error && cause.name === 'TimeoutError'
    ? new AtriumTimeoutError(cause)
    : new AtriumNetworkError(cause)

/**
 * Returns true if the method has no effect or the caller declares the request repeatable. A stream
 * can be read only once, so it is never repeatable.
 */
function isRepeatable({ method = 'GET', repeatable = false, body }: RequestParts): boolean {
  if (body instanceof ReadableStream) return false
  return repeatable || ['GET', 'HEAD'].includes(method.toUpperCase())
}

function formatQuery(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
