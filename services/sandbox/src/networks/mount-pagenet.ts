import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import type { Faults } from '../payments/faults.ts'
import type { SandboxEnv } from '../payments/mount-api.ts'
import { GraphError } from './graph-error.ts'
import { graphRequest } from './graph-request.ts'
import { graphCall } from './graph-routes.ts'
import { mountPagenetPages } from './pagenet-pages.ts'
import type { PagenetSandbox, SandboxPage } from './pagenet-state.ts'

const base = '/pagenet/v25.0'

/** Mounts the graph API and its pages, with the failure switches. */
export function mountPagenet(app: Hono<SandboxEnv>, state: PagenetSandbox, faults: Faults): void {
  mountPagenetPages(app, state, faults)
  app.all(`${base}/*`, async (c) => {
    const url = new URL(c.req.url)
    const path = url.pathname.slice(base.length)
    const call = `${c.req.method} ${path}`
    state.calls.push(call)
    if (state.calls.length > 10_000) state.calls.shift()
    const fault = faults.take(`pagenet ${call}`)
    if (fault?.kind === 'cut_before') return cut(c)
    if (fault?.kind === 'status') {
      const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
      return c.json(new GraphError(fault.status, 2, 'Service temporarily unavailable').body(), {
        status: fault.status as 500,
        headers,
      })
    }
    const answer = await answered(c, state, path, url)
    if (fault?.kind === 'cut_after') return cut(c)
    if (fault?.kind === 'slow') await sleep(fault.delayMs)
    return fault?.kind === 'garbage' ? c.html('<html>Bad gateway</html>') : answer
  })
}

async function answered(c: Context<SandboxEnv>, state: PagenetSandbox, path: string, url: URL) {
  try {
    const { body, page } = await graphCall(state, await graphRequest(c, path, url.origin + base))
    const appUsage = { call_count: state.appUsage, total_time: 1, total_cputime: 1 }
    const headers = { 'x-app-usage': JSON.stringify(appUsage) }
    return c.json(body, 200, page === undefined ? headers : { ...headers, ...usageHeaders(page) })
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    return c.json(error.body(), error.status as 400)
  }
}

const usageHeaders = ({ id, usage }: SandboxPage): Record<string, string> => {
  const share = { call_count: usage, total_time: 1, total_cputime: 1 }
  const regain = usage >= 100 ? 30 : 0
  return {
    'x-page-usage': JSON.stringify(share),
    'x-business-use-case-usage': JSON.stringify({
      [id]: [{ type: 'pages', ...share, estimated_time_to_regain_access: regain }],
    }),
  }
}

/** Ends the connection without an answer. */
function cut(c: Context<SandboxEnv>): Response {
  c.env.incoming.socket.destroy()
  return new Response(null, { status: 502 })
}
