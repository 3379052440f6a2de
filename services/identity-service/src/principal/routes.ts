import { getMe as operation } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { getMe } from './get-me.ts'

export function principalRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operation, async (call) => {
    const { me, setCookie } = await getMe(deps, call)
    if (setCookie !== undefined) call.c.header('set-cookie', setCookie)
    return me
  })
}
