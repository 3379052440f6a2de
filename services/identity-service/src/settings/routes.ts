import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { getOrgSettings, settingsEtag, updateOrgSettings } from './org-settings.ts'
import { getUserSettings, updateUserSettings } from './user-settings.ts'

function answer(c: Context<AppEnv>, orgId: string, settings: operations.OrgSettings) {
  c.header('etag', settingsEtag(orgId, settings))
  return settings
}

export function settingsRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.getOrgSettings, async ({ c, principal: { orgId } }) =>
    answer(c, orgId, await getOrgSettings(deps, orgId)),
  )
  mount(app, operations.updateOrgSettings, async (call) => {
    const ifMatch = call.c.req.header('if-match')
    return answer(call.c, call.principal.orgId, await updateOrgSettings(deps, call, call.body, ifMatch))
  })
  mount(app, operations.getUserSettings, (call) => getUserSettings(deps, call))
  mount(app, operations.updateUserSettings, (call) => updateUserSettings(deps, call, call.body))
}
