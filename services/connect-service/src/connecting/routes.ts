import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { connectManually } from './connect-manually.ts'
import { finishConnect } from './finish-connect.ts'
import { introspectChannel } from './introspect-channel.ts'
import { startConnect } from './start-connect.ts'

/** Mounts the consent flow, pasted tokens and introspection. */
export function mountConnecting(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.startConnect, async ({ c, principal, params, query }) => {
    const url = await startConnect(deps, principal, params.network, query.returnTo)
    return c.redirect(url.href, 302)
  })
  mount(app, operations.finishConnect, async ({ c, principal, params, query }) => {
    const url = await finishConnect(deps, principal, params.network, query)
    // The code in this address must not travel on in a Referer.
    c.header('referrer-policy', 'no-referrer')
    return c.redirect(url.href, 302)
  })
  mount(
    app,
    operations.connectManually,
    async ({ c, principal, params, body }) => {
      const result = await connectManually(deps, principal, params.network, body.token)
      if ('picker' in result) return result
      c.header('location', '/api/connectors')
      return c.json(result, 201)
    },
    deps.db,
    { apart: true },
  )
  mount(app, operations.introspectChannel, ({ principal, params, query }) =>
    introspectChannel(deps, principal, params.network, query.channelId),
  )
}
