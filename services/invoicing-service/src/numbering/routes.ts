import * as operations from '@atrium/contracts'
import { type AppEnv, contentEtag, mount } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { getNumbering, putNumbering } from './numbering.ts'

/** Mounts the numbering. Must be mounted before `/api/invoicing/:id`. */
export function numberingRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const answer = (c: Context<AppEnv>, orgId: string, numbering: operations.Numbering) => {
    c.header('etag', contentEtag(orgId, numbering))
    return numbering
  }
  mount(app, operations.getNumbering, async ({ c, principal: { orgId } }) =>
    answer(c, orgId, await getNumbering(deps, deps.db, orgId)),
  )
  mount(app, operations.putNumbering, async (call) => {
    const numbering = await putNumbering(deps, call, {
      input: call.body,
      ifMatch: call.c.req.header('if-match'),
    })
    return answer(call.c, call.principal.orgId, numbering)
  })
}
