import * as operations from '@atrium/contracts'
import { type AppEnv, contentEtag, mount } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { getReminders, putReminders } from './reminder-settings.ts'

/** Mounts the reminder settings. Must be mounted before `/api/invoicing/:id`. */
export function reminderRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const answer = (c: Context<AppEnv>, orgId: string, settings: operations.ReminderSettings) => {
    c.header('etag', contentEtag(orgId, settings))
    return settings
  }
  mount(app, operations.getReminderSettings, async (call) =>
    answer(call.c, call.principal.orgId, await getReminders(deps, call)),
  )
  mount(app, operations.putReminderSettings, async (call) => {
    const settings = await putReminders(deps, call, {
      input: call.body,
      ifMatch: call.c.req.header('if-match'),
    })
    return answer(call.c, call.principal.orgId, settings)
  })
}
