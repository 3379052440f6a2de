import { getBoardColumns, putBoardColumns } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { putColumns, readColumns } from './columns.ts'

export function columnRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, getBoardColumns, (call) => readColumns(deps, call))
  mount(app, putBoardColumns, (call) => putColumns(deps, call, call.body))
}
