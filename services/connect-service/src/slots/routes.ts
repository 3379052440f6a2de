import { getPostingSlots, putPostingSlots, ReadPostingSlots } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { getSlots, putSlots, readSlots } from './slots.ts'

export function slotRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, getPostingSlots, (call) => getSlots(deps, call, call.params.id))
  mount(app, putPostingSlots, (call) =>
    putSlots(deps, call, { id: call.params.id, items: call.body.items }),
  )
}

export const slotRpc = (deps: Deps): RpcHandler =>
  rpcHandler(ReadPostingSlots, (input) => readSlots(deps, input))
