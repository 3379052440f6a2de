import * as operations from '@atrium/contracts'
import { type AppEnv, answerLines, contentEtag, mount } from '@atrium/http'
import type { Context, Hono } from 'hono'
import { exportUser } from '../account/export-user.ts'
import type { Deps } from '../deps.ts'
import { getOrgSettings, updateOrgSettings } from './org-settings.ts'
import { getUserSettings, updateUserSettings, type VersionedUserSettings } from './user-settings.ts'

function answer(c: Context<AppEnv>, orgId: string, settings: operations.OrgSettings) {
  c.header('etag', contentEtag(orgId, settings))
  return settings
}

function showOwn(c: Context<AppEnv>, { settings, etag }: VersionedUserSettings) {
  c.header('etag', etag)
  return settings
}

export function settingsRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.getOrgSettings, async ({ c, principal: { orgId } }) =>
    answer(c, orgId, await getOrgSettings(deps, orgId)),
  )
  mount(app, operations.updateOrgSettings, async (call) => {
    const ifMatch = call.c.req.header('if-match')
    return answer(
      call.c,
      call.principal.orgId,
      await updateOrgSettings(deps, call, { input: call.body, ifMatch }),
    )
  })
  mount(app, operations.exportMe, async (call) => {
    const parts = await exportUser(deps, call)
    call.c.header('cache-control', 'no-store')
    return answerLines(call.c, { name: 'atrium-account.json', type: 'application/json' }, parts)
  })
  mount(app, operations.getUserSettings, async (call) =>
    showOwn(call.c, await getUserSettings(deps, call)),
  )
  mount(app, operations.updateUserSettings, async (call) => {
    const ifMatch = call.c.req.header('if-match')
    return showOwn(call.c, await updateUserSettings(deps, call, { input: call.body, ifMatch }))
  })
}
