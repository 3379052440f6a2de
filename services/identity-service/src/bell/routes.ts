import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { getPushKey, subscribe, unsubscribe } from './push/subscriptions.ts'
import { listNotifications, readBell } from './read-bell.ts'
import { getSettings, updateSettings } from './settings.ts'

export function bellRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.listNotifications, (call) => listNotifications(deps, call, call.query))
  mount(app, operations.readNotifications, (call) => readBell(deps, call, call.body))
  mount(app, operations.getNotificationSettings, (call) => getSettings(deps, call))
  mount(app, operations.putNotificationSettings, (call) => updateSettings(deps, call, call.body))
  mount(app, operations.getPushKey, async (call) => getPushKey(deps, call))
  mount(app, operations.subscribePush, (call) => subscribe(deps, call, call.body))
  mount(app, operations.unsubscribePush, (call) => unsubscribe(deps, call, call.body.endpoint))
}
