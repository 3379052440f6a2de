import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { changeChannel } from './change-channel.ts'
import { listUsableChannels } from './channels.db.ts'
import { forgetChannel } from './forget-channel.ts'
import { shownChannels } from './shown-channels.ts'

export function channelRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.listChannels, async ({ principal: { orgId, userId } }) => ({
    items: await shownChannels(deps, await listUsableChannels(deps.db, orgId, userId)),
  }))
  mount(app, operations.updateChannel, (call) =>
    changeChannel(deps, call, { id: call.params.id, changes: call.body }),
  )
  mount(app, operations.forgetChannel, (call) => forgetChannel(deps, call, call.params.id))
}
