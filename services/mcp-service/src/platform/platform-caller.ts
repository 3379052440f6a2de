import type { Operation } from '@atrium/contracts'
import { createTransport, type Transport } from '@atrium/sdk'
import type { RequestParts } from '../tools/operation-arguments.ts'

/** Headers to pass on from the assistant's request to API calls. */
const passedOn = ['x-atrium-assistant', 'x-forwarded-for', 'x-request-id', 'traceparent'] as const

/** An API client with the rights of one caller, for one request. */
export interface PlatformCaller {
  /** Calls an operation and returns its JSON, or undefined for 204. Throws `AtriumError`. */
  call(
    operation: Operation,
    parts: Omit<RequestParts, 'unknown'>,
    options?: { readonly idempotencyKey?: string | undefined },
  ): Promise<unknown>
  readonly transport: Transport
  readonly signal: AbortSignal
}

/**
 * Creates a client for the API at the gateway with the rights of whoever sent these headers.
 * `signal` aborts its calls.
 */
export function createPlatformCaller(
  gatewayUrl: string,
  sent: Headers,
  signal: AbortSignal,
): PlatformCaller {
  const headers = passedOn.flatMap((name) => {
    const value = sent.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const transport = createTransport({
    baseUrl: gatewayUrl,
    fetch: (input, init = {}) => {
      const all = new Headers(init.headers)
      for (const [name, value] of headers) all.set(name, value)
      // Rejects redirects, because the token for these calls would follow them anywhere.
      return fetch(input, { ...init, headers: all, redirect: 'error' })
    },
  })
  return {
    transport,
    signal,
    call: (operation, { params, query, body }, { idempotencyKey } = {}) =>
      transport.call(operation, { params, query, body } as never, {
        signal,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      }),
  }
}
