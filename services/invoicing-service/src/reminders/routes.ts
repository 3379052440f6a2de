import { getReminderSettings, putReminderSettings } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { getReminders, putReminders } from './reminder-settings.ts'

/** Mounts the settings of reminders; to be mounted before `/api/invoicing/:id`. */
export function reminderRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, getReminderSettings, (call) => getReminders(deps, call))
  mount(app, putReminderSettings, (call) => putReminders(deps, call, call.body))
}
