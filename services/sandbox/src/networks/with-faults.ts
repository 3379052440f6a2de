import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import type { Fault, Faults } from '../payments/faults.ts'
import type { SandboxEnv } from '../payments/mount-api.ts'

/** The log of the calls to one network, and the failures of the next ones. */
export interface Watched {
  network: string
  faults: Faults
  /** Every call, `METHOD /path` below `root`, without a query. */
  calls: string[]
  /** `/<network>` if not given. */
  root?: string
}

const keptCalls = 10_000

/**
 * Answers one call, unless a failure switch matches. `cut_after`, `slow` and `garbage` have their effect
 * first. Switches match on `<network> METHOD /path`, the path below `root`.
 */
export async function withFaults(
  c: Context<SandboxEnv>,
  { network, faults, calls, root = `/${network}` }: Watched,
  answer: () => Response | Promise<Response>,
  failure: (fault: Fault) => object,
): Promise<Response> {
  const call = `${c.req.method} ${c.req.path.slice(root.length)}`
  calls.push(call)
  if (calls.length > keptCalls) calls.shift()
  const fault = faults.take(`${network} ${call}`)
  if (fault?.kind === 'cut_before') return cut(c)
  if (fault?.kind === 'status') {
    const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
    return c.json(failure(fault), { status: fault.status as 500, headers })
  }
  const response = await answer()
  if (fault?.kind === 'cut_after') return cut(c)
  if (fault?.kind === 'slow') await sleep(fault.delayMs)
  return fault?.kind === 'garbage' ? c.html('<html>Bad gateway</html>') : response
}

/** Ends the connection without an answer. */
function cut(c: Context<SandboxEnv>): Response {
  c.env.incoming.socket.destroy()
  return new Response(null, { status: 502 })
}
