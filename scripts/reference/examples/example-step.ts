import type { Bus } from '@atrium/messaging'
import type { Sandbox } from '@atrium/sandbox'
import type { Client } from '@atrium/sdk'
import type { Seen } from '../seen.ts'

/**
 * The sender of an example; `key` is an API key of the owner (and the agent), `guest` begins signed out and keeps
 * the cookies of its steps.
 */
export type ExampleCaller = 'owner' | 'key' | 'member' | 'operator' | 'nobody' | 'guest'

/** A place in the parts of a request that a value of an earlier answer fills. */
class Reference {
  readonly path: string
  constructor(path: string) {
    this.path = path
  }
}

/** The value at a path of what the story has seen: `from('card.id')`. */
export const from = (path: string): Reference => new Reference(path)

/** The parameters of a request for the record of a named step. */
export const one = (name: string) => ({ params: { id: from(`${name}.id`) } })

type Text = string | Reference

/** The parts of a request; a step sends one of `body`, `form` and `bytes`, or none. */
interface RequestParts<T> {
  readonly params?: Readonly<Record<string, T | number>>
  readonly query?: Readonly<Record<string, T | number | boolean | readonly string[]>>
  readonly headers?: Readonly<Record<string, T>>
  readonly body?: unknown
  readonly form?: Readonly<Record<string, string | File>>
  /** A body of the operation's own content type, or of `headers['content-type']`; with `body` beside it, that is shown. */
  readonly bytes?: Uint8Array<ArrayBuffer> | string
}
export type ExampleRequest = RequestParts<string>

/** The platform as the preparation of a step meets it. */
export interface ExamplePlatform {
  readonly baseUrl: string
  readonly env: Readonly<Record<string, string>>
  readonly sandbox: Sandbox
  /** A connection to the platform's NATS with the rights of an operator. */
  readonly bus: Bus
  /** The SDK of one of the area's callers. */
  client(caller: ExampleCaller): Client
  /** The text of the newest mail to an address that contains a text; waits for it. */
  mailTo(address: string, containing: string): Promise<string>
}

/** An example of the reference. Only the first step of an operation is recorded. */
export interface ExampleStep extends RequestParts<Text> {
  /** The id of the operation in the merged document. */
  readonly operation: string
  /** The name under which `seen` keeps the answer's body. */
  readonly name?: string
  /** Computes the request where its parts cannot be written down. */
  readonly request?: (seen: Seen) => ExampleRequest
  /** `owner` by default. */
  readonly as?: ExampleCaller
  /** The actions of stand-ins, other persons or other programs before the request. */
  readonly before?: (platform: ExamplePlatform, seen: Seen) => Promise<unknown>
  /** The actions once the answer has begun, for a stream that reports them. */
  readonly meanwhile?: (platform: ExamplePlatform, seen: Seen) => Promise<unknown>
}

/** The request of a step, its references filled in. Throws where a reference finds nothing. */
export function requestParts(step: ExampleStep, seen: Seen): ExampleRequest {
  const { params, query, headers, body, form, bytes } = step
  const parts = { params, query, headers, body, form, bytes }
  return step.request?.(seen) ?? (filled(parts, seen) as ExampleRequest)
}

function filled(value: unknown, seen: Seen): unknown {
  if (value instanceof Reference) return seen.value(value.path)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof File || value instanceof Uint8Array) return value
  if (Array.isArray(value)) return value.map((each) => filled(each, seen))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, filled(member, seen)]))
}
