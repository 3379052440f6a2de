import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { cut, type Fault, type Faults } from '../pages/faults.ts'
import type { SandboxEnv } from '../payments/mount-api.ts'
import { Refusal } from './refusal.ts'

/** The recorded calls to one network, and the faults for the next ones. */
export interface Watched {
  faults: Faults
  /** Every call as `METHOD /path` below the network's root, without a query. */
  calls: string[]
}

/** Handles one call. A thrown `Refusal` becomes the response. */
export type Watch = (
  c: Context<SandboxEnv>,
  answer: () => Response | Promise<Response>,
) => Promise<Response>

const keptCalls = 10_000

/**
 * Records a network's calls and handles each, unless a fault switch matches `<network> METHOD
 * /path` (the path is relative to `root`). `cut_after`, `slow` and `garbage` take effect after the
 * call. `failure` returns the body for a switched status.
 */
export const watching =
  (
    network: string,
    watched: Watched,
    failure: (fault: Fault) => object,
    root = `/${network}`,
  ): Watch =>
  async (c, answer) => {
    const { calls, faults } = watched
    const call = `${c.req.method} ${c.req.path.slice(root.length)}`
    calls.push(call)
    if (calls.length > keptCalls) calls.shift()
    const fault = faults.take(`${network} ${call}`)
    if (fault?.kind === 'cut_before') return cut(c)
    if (fault?.kind === 'status') {
      const headers =
        fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
      return c.json(failure(fault), { status: fault.status as 500, headers })
    }
    const response = await answerOrRefusal(c, answer)
    if (fault?.kind === 'cut_after') return cut(c)
    if (fault?.kind === 'slow') await sleep(fault.delayMs)
    return fault?.kind === 'garbage' ? c.html('<html>Bad gateway</html>') : response
  }

async function answerOrRefusal(
  c: Context,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return c.json(error.body, error.status as 400, error.headers)
  }
}
