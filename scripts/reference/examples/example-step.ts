import type { Bus } from '@atrium/messaging'
import type { Sandbox } from '@atrium/sandbox'
import type { Client } from '@atrium/sdk'
import type { Seen } from '../seen.ts'

/**
 * Who sends an example. `key` is the owner's API key (and the agent). `guest` begins signed out and
 * keeps the cookies from its steps.
 */
export type ExampleCaller = 'owner' | 'key' | 'member' | 'operator' | 'nobody' | 'guest'

/** Refers to the value at a path in earlier responses: `from('createCard.id')`. */
export const from = (path: string): string => `{${path}}`

/** Returns the parameters of a request for a named step's record. */
export const one = (name: string) => ({ params: { id: from(`${name}.id`) } })

/** The parts of a request. A step sends at most one of `body`, `form` and `bytes`. */
export interface ExampleRequest {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly form?: Readonly<Record<string, string | File>>
  /**
   * A body with the operation's own content type, or with `headers['content-type']`. If `body` is
   * set as well, the reference shows `body`.
   */
  readonly bytes?: Uint8Array<ArrayBuffer> | string
}

/** The platform as a step's preparation sees it. */
export interface ExamplePlatform {
  readonly baseUrl: string
  readonly env: Readonly<Record<string, string>>
  readonly sandbox: Sandbox
  /** A connection to the platform's NATS with operator rights. */
  readonly bus: Bus
  /** Returns an area caller's SDK. */
  client(caller: ExampleCaller): Client
  /** Waits until this address gets a mail with the text. Returns the newest mail text. */
  mailTo(address: string, containing: string): Promise<string>
}

/**
 * An example in the reference. Only the first step of an operation is recorded. Without a request of
 * its own, a step sends the example of the operation's declaration.
 */
export interface ExampleStep extends ExampleRequest {
  /** The operation's id in the merged document. */
  readonly operation: string
  /** The name of the response body in `seen`. */
  readonly name?: string
  /** Computes the request if its parts cannot be written down. */
  readonly request?: (seen: Seen) => ExampleRequest
  /** Defaults to the operation's access: `owner`, `operator` or `nobody`. */
  readonly as?: ExampleCaller
  /** Actions of stand-ins, other users or other programs before the request. */
  readonly before?: (platform: ExamplePlatform, seen: Seen) => Promise<unknown>
  /** Actions after the response has begun. A stream reports them. */
  readonly meanwhile?: (platform: ExamplePlatform, seen: Seen) => Promise<unknown>
}

/** Returns a step's request with its references filled in. Throws if a reference finds nothing. */
export function requestParts(step: ExampleStep, seen: Seen): ExampleRequest {
  const { params, query, headers, body, form, bytes } = step
  const parts = { params, query, headers, body, form, bytes }
  return step.request?.(seen) ?? (filled(parts, seen) as ExampleRequest)
}

const reference = /^\{([a-z]\w*(?:\.\w+)*)\}$/

/** Returns the paths that a value refers to. */
export function listReferences(value: unknown): string[] {
  if (typeof value === 'string') return reference.exec(value)?.slice(1) ?? []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(listReferences)
}

function filled(value: unknown, seen: Seen): unknown {
  if (typeof value === 'string') {
    const path = reference.exec(value)?.[1]
    return path === undefined ? value : seen.value(path)
  }
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof File || value instanceof Uint8Array) return value
  if (Array.isArray(value)) return value.map((each) => filled(each, seen))
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, filled(member, seen)]),
  )
}
