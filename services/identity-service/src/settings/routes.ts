import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { getOrgSettings, updateOrgSettings } from './org-settings.ts'
import { getUserSettings, updateUserSettings } from './user-settings.ts'

export function settingsRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.getOrgSettings, (call) => getOrgSettings(deps, call.principal.orgId))
  mount(app, operations.updateOrgSettings, (call) => updateOrgSettings(deps, call, call.body))
  mount(app, operations.getUserSettings, (call) => getUserSettings(deps, call))
  mount(app, operations.updateUserSettings, (call) => updateUserSettings(deps, call, call.body))
}
