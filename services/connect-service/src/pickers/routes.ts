import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { toPicker } from './create-picker.ts'
import { getUsablePicker, settlePicker } from './settle-picker.ts'

/** Mounts the choice between several Pages. */
export function mountPickers(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.getPicker, async ({ principal, params }) =>
    toPicker(await getUsablePicker(deps, principal, params.network, params.id)),
  )
  mount(
    app,
    operations.settlePicker,
    async ({ c, principal, params, body }) => {
      const channel = await settlePicker(deps, principal, params.network, params.id, body.pageId)
      c.header('location', '/api/connectors')
      return channel
    },
    deps.db,
    { apart: true },
  )
}
