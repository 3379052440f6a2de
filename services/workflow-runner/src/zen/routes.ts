import { askZen as askOperation, getZen } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { askZen, readZen } from './ask-zen.ts'

export function zenRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, askOperation, { db: deps.db }, (call) => askZen(deps, call, call.body))
  mount(app, getZen, (call) => readZen(deps, call, call.params.id))
}
