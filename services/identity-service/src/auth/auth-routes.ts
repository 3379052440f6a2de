import { wakeOutbox } from '@atrium/database'
import type { AppEnv } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import type { Auth } from './create-auth.ts'

/** Mounts better-auth with its own routes and bodies. */
export function mountAuth(app: Hono<AppEnv>, deps: Deps, auth: () => Auth): void {
  app.on(['GET', 'POST'], '/api/auth/*', async (c) => {
    c.set('operation', 'auth')
    const answer = await auth().handler(c.req.raw)
    if (c.req.method !== 'GET') wakeOutbox(deps.db)
    return answer
  })
}
