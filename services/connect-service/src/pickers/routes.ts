import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { toPicker } from './create-picker.ts'
import { listPendingPickers } from './pickers.db.ts'
import { getUsablePicker, settlePicker } from './settle-picker.ts'

export function pickerRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.listPickers, async ({ principal: { orgId, userId } }) => ({
    items: (await listPendingPickers(deps.db, { orgId, userId }, deps.now())).map(toPicker),
  }))
  mount(app, operations.getPicker, async (call) =>
    toPicker(
      await getUsablePicker(deps, call, { network: call.params.network, id: call.params.id }),
    ),
  )
  mount(app, operations.settlePicker, { db: deps.db, apart: true }, async (call) => {
    const { network, id } = call.params
    const { body } = call
    const pageIds = 'pageIds' in body ? body.pageIds : [body.pageId]
    const items = await settlePicker(deps, call, { network, id, pageIds, shared: body.shared })
    call.c.header('location', '/api/connectors')
    const [channel] = items
    return 'pageIds' in body || channel === undefined ? { items } : channel
  })
}
