import type { Operation } from '@atrium/contracts'
import type { z } from 'zod'
import { AtriumNetworkError, AtriumTimeoutError, errorOfResponse } from './atrium-error.ts'
import { createCookieJar } from './cookie-jar.ts'
import { etagOf, rememberETag } from './etag.ts'
import { pathOf } from './path-of.ts'
import { once, type Repeat } from './repeat.ts'

export interface ClientOptions {
  /** The API's origin, such as `http://localhost:3000`. */
  baseUrl: string
  /** An organisation's API key (`atr_…`); without one the session cookie is used. */
  apiKey?: string
  fetch?: typeof globalThis.fetch
  /** The time limit of an attempt in milliseconds; 30,000 by default. Uploads and downloads are not bounded. */
  timeoutMs?: number
}

export interface CallOptions {
  /** The same key and body answer the first result for 24 hours; a TypeError where an operation takes none. */
  idempotencyKey?: string
  /** The record as the client answered it, or its `ETag`: a change since then is refused with 412. */
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

/** The input of an operation: `params`, `query` and `body`, as far as it declares them. */
export type CallInput<O extends Operation> = Part<'params', O['params']> &
  Part<'query', O['query']> &
  (O extends { bodyOptional: true } ? { body?: In<O['body']> } : Part<'body', O['body']>)

type SuccessKey<R> = Extract<keyof R, 200 | 201 | 202>

/** The answer of an operation; undefined for 204. */
export type CallOutput<O extends Operation> = [SuccessKey<O['responses']>] extends [never]
  ? undefined
  : {
      [K in SuccessKey<O['responses']>]: O['responses'][K] extends { schema: infer S extends z.ZodType }
        ? z.output<S>
        : undefined
    }[SuccessKey<O['responses']>]

/** `timeoutMs` null bounds a request by no time; `repeatable`: another attempt has no second effect. */
type RequestParts = RequestInit & { timeoutMs?: number | null; repeatable?: boolean; duplex?: 'half' }

export type Transport = ReturnType<typeof createTransport>

const inBrowser = typeof (globalThis as { document?: unknown }).document !== 'undefined'

/** The wire below the client: credentials, time limits, problems as errors; `repeat` tries again. */
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
      // `fetch` takes `x-api-key` and `x-lease` along to another origin. A browser leads its own pages.
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

  const repeated = <T>(path: string, init: RequestParts, read: (response: Response) => T | Promise<T>) =>
    repeat(async () => read(await attempt(path, init)), {
      repeatable: isRepeatable(init),
      signal: init.signal,
    })

  const requestOf = (
    operation: Operation,
    input: object,
    callOptions: CallOptions = {},
  ): [string, RequestParts] => {
    const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
    const { ifMatch, lease, signal } = callOptions
    const idempotent = operation.idempotent === true
    if (callOptions.idempotencyKey !== undefined && !idempotent)
      throw new TypeError(`${operation.id} takes no idempotency key`)
    // A repeated attempt needs a key, so that its effect happens once.
    const key =
      callOptions.idempotencyKey ?? (repeat !== once && idempotent ? crypto.randomUUID() : undefined)
    const etag = typeof ifMatch === 'object' ? etagOf(ifMatch) : ifMatch
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
    return [pathOf(operation.path, params) + queryOf(query), init]
  }

  return {
    baseUrl,
    /** Headers that prove the caller, for requests that the transport does not make itself. */
    credentials,
    /**
     * One request; throws `AtriumError` unless the answer is a success, or the reason of an aborted `signal`. Outside of a
     * browser a redirect is not followed and is no success.
     */
    request: (path: string, init: RequestParts = {}): Promise<Response> =>
      repeated(path, init, (response) => response),
    /** Sends a declared operation; the answer is unread. `timeoutMs` as that of `request`. Throws `AtriumError`. */
    async send<const O extends Operation>(
      operation: O,
      input: CallInput<O>,
      callOptions?: CallOptions,
      timeoutMs?: number | null,
    ): Promise<Response> {
      const [path, init] = requestOf(operation, input, callOptions)
      return repeated(path, timeoutMs === undefined ? init : { ...init, timeoutMs }, (response) => response)
    },
    forgetSession: (): void => jar.clear(),
    /** Calls a declared operation. Throws `AtriumError`. */
    async call<const O extends Operation>(
      operation: O,
      input: CallInput<O>,
      callOptions?: CallOptions,
    ): Promise<CallOutput<O>> {
      const [path, init] = requestOf(operation, input, callOptions)
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

/** A method without effect, or a request of which its caller says so; a stream is read once. */
function isRepeatable({ method = 'GET', repeatable = false, body }: RequestParts): boolean {
  if (body instanceof ReadableStream) return false
  return repeatable || ['GET', 'HEAD'].includes(method.toUpperCase())
}

function queryOf(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
