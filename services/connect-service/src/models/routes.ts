import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { connectModel } from './connect-model.ts'

export function modelRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.connectModel, { db: deps.db, apart: true }, async (call) => {
    const channel = await connectModel(deps, call, call.body)
    call.c.header('location', '/api/connectors')
    return { channel }
  })
}
