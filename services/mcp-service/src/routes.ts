import { commonErrors } from '@atrium/contracts'
import type { AppEnv } from '@atrium/http'
import type { Hono } from 'hono'
import type { HandleRequest } from './protocol/handle-request.ts'

/**
 * Adds `/api/mcp`: the protocol over streamable HTTP without sessions and streams, so only POST is
 * allowed.
 */
export function mcpRoutes(app: Hono<AppEnv>, handle: HandleRequest): void {
  app.all('/api/mcp', async (c) => {
    c.set('operation', 'mcp')
    const { principal } = c.var
    if (principal === null) throw commonErrors.unauthenticated()
    if (c.req.method !== 'POST') return c.body(null, 405, { allow: 'POST' })
    return handle({
      request: c.req.raw,
      userId: principal.userId,
      named: (operation) => c.set('operation', operation),
    })
  })
}
