import { purgeOrg as operation } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { purgeOrg } from './purge-org.ts'

export function orgRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operation, async (call) => {
    await purgeOrg(deps, call, call.params.id)
    return undefined
  })
}
