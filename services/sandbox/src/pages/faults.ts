import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** A fault for the next calls. `cut_after` and `slow` fail after the call has taken effect. */
export interface Fault {
  /** Matches a call if its `METHOD /v1/path` contains this text. Empty matches any call. */
  match: string
  /** Matching calls that pass before the fault begins. */
  skip: number
  /** How many calls it affects. */
  times: number
  kind: 'status' | 'cut_before' | 'cut_after' | 'garbage' | 'slow'
  /** Used by `status`. */
  status: number
  /**
   * Used by `status`. Stores the failure under the call's idempotency key and repeats it, as the
   * provider does.
   */
  kept?: boolean | undefined
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number | undefined
  /** Used by `slow`. Milliseconds between the effect and the response. */
  delayMs: number
}

export interface Faults {
  readonly list: readonly Fault[]
  add(fault: Partial<Fault> & Pick<Fault, 'kind'>): void
  clear(): void
  /** Returns the fault for this call, if any, and counts it. */
  take(call: string): Fault | undefined
}

export function createFaults(): Faults {
  let list: Fault[] = []
  return {
    get list() {
      return list
    },
    add(fault) {
      list.push({ match: '', skip: 0, times: 1, status: 500, delayMs: 1_000, ...fault })
    },
    clear() {
      list = []
    },
    take(call) {
      const fault = list.find(({ match }) => call.includes(match))
      if (fault === undefined) return undefined
      if (fault.skip > 0) {
        fault.skip -= 1
        return undefined
      }
      fault.times -= 1
      if (fault.times <= 0) list = list.filter((other) => other !== fault)
      return fault
    },
  }
}

export function cut(c: Context<{ Bindings: HttpBindings }>): Response {
  c.env.incoming.socket.destroy()
  return new Response(null, { status: 502 })
}
