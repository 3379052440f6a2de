import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { connectImap } from './connect-imap.ts'

export function mailboxRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.connectImap, { db: deps.db, apart: true }, async (call) => {
    const channel = await connectImap(deps, call, call.body)
    call.c.header('location', '/api/connectors')
    return { channel }
  })
}
