import type { Operation } from '@atrium/contracts'
import { createTransport, type Transport } from '@atrium/sdk'
import type { RequestParts } from '../tools/operation-arguments.ts'

/** The request headers that a call of the API takes over from the request of the assistant. */
const passedOn = ['x-atrium-assistant', 'x-forwarded-for', 'x-request-id', 'traceparent'] as const

/** The API in the name of one caller, for the time of one request. */
export interface PlatformCaller {
  /** The JSON that an operation answers; undefined for 204. Throws `AtriumError`. */
  call(
    operation: Operation,
    parts: Omit<RequestParts, 'unknown'>,
    options?: { readonly idempotencyKey?: string | undefined },
  ): Promise<unknown>
  readonly transport: Transport
  /** Aborted when the request of the assistant ends. */
  readonly signal: AbortSignal
}

/** The API at the gateway with the rights of the sender of these headers. A call ends with `signal`. */
export function createPlatformCaller(gatewayUrl: string, sent: Headers, signal: AbortSignal): PlatformCaller {
  const headers = passedOn.flatMap((name) => {
    const value = sent.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const transport = createTransport({
    baseUrl: gatewayUrl,
    fetch: (input, init = {}) => {
      const all = new Headers(init.headers)
      for (const [name, value] of headers) all.set(name, value)
      // The token for these calls would follow a redirect to wherever it leads.
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
