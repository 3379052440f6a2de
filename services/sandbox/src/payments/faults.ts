import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** The failures of the next calls. `cut_after` and `slow` have their effect first. */
export interface Fault {
  /** Matches a call when its `METHOD /v1/path` contains this; any call when empty. */
  match: string
  /** Matching calls that pass before the fault begins. */
  skip: number
  /** Calls that it hits; then it is over. */
  times: number
  kind: 'status' | 'cut_before' | 'cut_after' | 'garbage' | 'slow'
  /** For `status`. */
  status: number
  /** For `status`: kept under the call's idempotency key and answered again, as the provider does with its failures. */
  kept?: boolean | undefined
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number | undefined
  /** For `slow`: milliseconds before the answer, which comes after the effect. */
  delayMs: number
}

export interface Faults {
  readonly list: readonly Fault[]
  add(fault: Partial<Fault> & Pick<Fault, 'kind'>): void
  clear(): void
  /** The fault that hits this call, if any; counts it. */
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
