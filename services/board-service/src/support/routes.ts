import { contactSupport as contactSupportOperation } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { contactSupport } from './contact-support.ts'

/** 'Contact us'. */
export function supportRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(
    app,
    contactSupportOperation,
    async ({ c, body, tx }) => {
      const ticket = await contactSupport(deps, body, tx)
      c.header('location', `/api/tasks/${ticket.id}`)
      return ticket
    },
    deps.db,
  )
}
