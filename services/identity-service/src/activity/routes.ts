import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { listActivity } from './list-activity.ts'

export function activityRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.listActivity, ({ principal, query }) =>
    listActivity(deps, { principal }, query),
  )
}
