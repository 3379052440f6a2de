import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Context, SpanKind } from '@opentelemetry/api'

/** A request's principal as audit entries name it. */
export interface RequestCaller {
  type: 'user' | 'api_key' | 'mcp'
  /** The id of the user, key or grant. */
  id: string
  userId: string
}

/** The identity of one request or message on every hop. */
export interface RequestContext {
  requestId: string
  /** The W3C Trace Context header value. */
  traceparent: string
  /** The OpenTelemetry context, set if spans are exported. */
  otel?: Context | undefined
  /** Records spans inside this one, set if spans are exported. */
  tracing?: Tracing | undefined
  /** Undefined for anonymous requests and for messages. */
  caller?: RequestCaller | undefined
  /** The client's address as the gateway states it. */
  address?: string | undefined
}

export interface Tracing {
  /**
   * Runs `fn` as one span whose parent is `traceparent`. The context contains the span's own header
   * value.
   */
  span<R>(init: SpanInit, fn: (context: RequestContext) => Promise<R>): Promise<R>
  shutdown(): Promise<void>
}

export interface SpanInit {
  name: string
  kind: SpanKind
  requestId: string
  traceparent: string | undefined
  attributes?: Readonly<Record<string, string | number | boolean>>
}

const storage = new AsyncLocalStorage<RequestContext>()

/** Runs `fn` with `context` as the current one, across every await inside. */
export const withRequestContext = <R>(context: RequestContext, fn: () => R): R =>
  storage.run(context, fn)

/** Returns the context of the current request or message. Undefined in background work. */
export const currentContext = (): RequestContext | undefined => storage.getStore()

const traceparentForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

// Requesting random bytes costs far more than using them, so they are fetched for many ids at once.
const poolSize = 4_096
let pool = ''
let used = 0

function randomHex(digits: number): string {
  if (used + digits > pool.length) {
    pool = randomBytes(poolSize / 2).toString('hex')
    used = 0
  }
  used += digits
  return pool.slice(used - digits, used)
}

/**
 * Returns a child of a W3C `traceparent`. Starts a new trace if the parent is absent or malformed.
 */
export function childTraceparent(parent: string | undefined): string {
  const span = randomHex(16)
  if (parent === undefined || !traceparentForm.test(parent)) {
    return `00-${randomHex(32)}-${span}-01`
  }
  return `${parent.slice(0, 36)}${span}${parent.slice(52)}`
}

const requestIdForm = /^[A-Za-z0-9._-]{1,128}$/

/**
 * Returns the client's request id if it is harmless (letters, digits, `._-`, at most 128), else
 * undefined.
 */
export const acceptableRequestId = (value: string | undefined): string | undefined =>
  value !== undefined && requestIdForm.test(value) ? value : undefined
