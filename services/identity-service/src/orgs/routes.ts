import { purgeOrg as operation } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { BusDeps } from '../deps.ts'
import { purgeOrg } from './purge-org.ts'

/** `DELETE /api/orgs/{id}`. */
export function mountOrgs(app: Hono<AppEnv>, deps: BusDeps): void {
  mount(app, operation, async ({ principal, params }) => {
    await purgeOrg(deps, { principal }, params.id)
    return undefined
  })
}
