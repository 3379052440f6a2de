import type { Operation } from '@atrium/contracts'
import type { z } from 'zod'
import { AtriumError, errorOfResponse } from './atrium-error.ts'
import { createCookieJar } from './cookie-jar.ts'

export interface ClientOptions {
  /** The API's origin, such as `http://localhost:3000`. */
  baseUrl: string
  /** An organisation's API key (`atr_…`); without one the session cookie is used. */
  apiKey?: string
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch
  /** The time limit of a call in milliseconds; 30,000 by default. Uploads and downloads are not bounded. */
  timeoutMs?: number
}

export interface CallOptions {
  /** Repeating a call with the same key and body answers the first result again for 24 hours. */
  idempotencyKey?: string
  /** The `ETag` that the caller last saw; a change since then is refused with 412. */
  ifMatch?: string
  /** The lease of an agent's claim. */
  lease?: string
  signal?: AbortSignal
  /** Called with the headers of the answer, such as its `ETag`. */
  onHeaders?: (headers: Headers) => void
}

type In<S> = S extends z.ZodType ? z.input<S> : never
type Part<K extends string, S> = [In<S>] extends [never]
  ? { [P in K]?: undefined }
  : Record<never, never> extends In<S>
    ? { [P in K]?: In<S> }
    : { [P in K]: In<S> }

/** What an operation takes: `params`, `query` and `body`, as far as it declares them. */
export type CallInput<O extends Operation> = Part<'params', O['params']> &
  Part<'query', O['query']> &
  (O extends { bodyOptional: true } ? { body?: In<O['body']> } : Part<'body', O['body']>)

type SuccessKey<R> = Extract<keyof R, 200 | 201 | 202>

/** What an operation answers; undefined for 204. */
export type CallOutput<O extends Operation> = [SuccessKey<O['responses']>] extends [never]
  ? undefined
  : {
      [K in SuccessKey<O['responses']>]: O['responses'][K] extends { schema: infer S extends z.ZodType }
        ? z.output<S>
        : undefined
    }[SuccessKey<O['responses']>]

export interface Transport {
  readonly baseUrl: string
  /** Headers that prove the caller, for requests that the transport does not make itself. */
  credentials(): Record<string, string>
  /** One request; throws `AtriumError` unless the answer is a success, or the reason of an aborted `signal`. */
  request(
    path: string,
    init?: RequestInit & { timeoutMs?: number | null; duplex?: 'half' },
  ): Promise<Response>
  /** Calls a declared operation. Throws `AtriumError`. */
  call<const O extends Operation>(
    operation: O,
    input: CallInput<O>,
    options?: CallOptions,
  ): Promise<CallOutput<O>>
  forgetSession(): void
}

const inBrowser = typeof (globalThis as { document?: unknown }).document !== 'undefined'

/** The wire below the client: credentials, time limits, problems as errors. */
export function createTransport(options: ClientOptions): Transport {
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '')
  const send = options.fetch ?? globalThis.fetch
  const jar = createCookieJar()

  const credentials = (): Record<string, string> => {
    if (options.apiKey !== undefined) return { 'x-api-key': options.apiKey }
    if (inBrowser) return {}
    const cookie = jar.header()
    return cookie === undefined ? {} : { cookie, origin: new URL(baseUrl).origin }
  }

  const request: Transport['request'] = async (path, init = {}) => {
    const { timeoutMs, ...rest } = init
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
      ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
    }).catch((cause: unknown) => {
      rest.signal?.throwIfAborted()
      throw new AtriumError({
        status: 0,
        code: 'network_error',
        message: 'The platform cannot be reached',
        cause,
      })
    })
    if (!inBrowser) jar.take(response)
    if (!response.ok) throw await errorOfResponse(response)
    return response
  }

  return {
    baseUrl,
    credentials,
    request,
    forgetSession: () => jar.clear(),
    async call(operation, input, callOptions = {}) {
      const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
      const response = await request(pathOf(operation.path, params) + queryOf(query), {
        method: operation.method.toUpperCase(),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(callOptions.idempotencyKey === undefined
            ? {}
            : { 'idempotency-key': callOptions.idempotencyKey }),
          ...(callOptions.ifMatch === undefined ? {} : { 'if-match': callOptions.ifMatch }),
          ...(callOptions.lease === undefined ? {} : { 'x-lease': callOptions.lease }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(callOptions.signal === undefined ? {} : { signal: callOptions.signal }),
      })
      callOptions.onHeaders?.(response.headers)
      const isJson = response.headers.get('content-type')?.includes('json') === true
      return (response.status === 204 || !isJson ? undefined : await response.json()) as never
    },
  }
}

function pathOf(path: string, params: object | undefined): string {
  const values = (params ?? {}) as Record<string, unknown>
  return path.replace(/\{([A-Za-z0-9_]+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
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
