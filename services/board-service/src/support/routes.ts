import * as operations from '@atrium/contracts'
import { type AppEnv, clientNetwork, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { contactSupport } from './contact-support.ts'

export function supportRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.contactSupport, { db: deps.db }, async (call) => {
    const ticket = await contactSupport(
      deps,
      { tx: call.tx, client: clientNetwork(call.c.req) },
      call.body,
    )
    call.c.header('location', `/api/tasks/${ticket.id}`)
    return ticket
  })
}
