import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { connectManually } from './connect-manually.ts'
import { finishConnect } from './finish-connect.ts'
import { introspectChannel } from './introspect-channel.ts'
import { listNetworks } from './list-networks.ts'
import { startConnect } from './start-connect.ts'

export function connectingRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.listNetworks, async (call) => ({ items: listNetworks(deps, call) }))
  mount(app, operations.startConnect, async (call) => {
    const { returnTo, comments, share } = call.query
    const asked = { returnTo, comments: comments === 'true', shared: share === 'true' }
    const url = await startConnect(deps, call, { network: call.params.network, options: asked })
    return call.c.redirect(url.href, 302)
  })
  mount(app, operations.finishConnect, async (call) => {
    const url = await finishConnect(deps, call, call.params.network, call.query)
    // The URL contains the code, which must not leak in a Referer header.
    call.c.header('referrer-policy', 'no-referrer')
    return call.c.redirect(url.href, 302)
  })
  mount(app, operations.connectManually, { db: deps.db, apart: true }, async (call) => {
    const result = await connectManually(deps, call, {
      network: call.params.network,
      token: call.body.token,
      shared: call.body.shared ?? false,
    })
    if ('picker' in result) return result
    call.c.header('location', '/api/connectors')
    return call.c.json(result, 201)
  })
  mount(app, operations.introspectChannel, (call) =>
    introspectChannel(deps, call, {
      network: call.params.network,
      channelId: call.query.channelId,
    }),
  )
}
