import * as operations from '@atrium/contracts'
import { type AppEnv, mount, readBytes } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { parseEvent } from './event.ts'
import { type Endpoint, receiveEvent } from './receive-event.ts'
import { createRecentKeys } from './recent-keys.ts'
import { verifySignature } from './verify-signature.ts'

/** Mounts the processor's three endpoints; the signature is over the bytes as they came. */
export function mountWebhooks(app: Hono<AppEnv>, deps: Deps): void {
  const { config } = deps
  const committed = createRecentKeys(20_000)
  const receive = async (
    c: Context<AppEnv>,
    endpoint: Endpoint,
    secret: string | undefined,
  ): Promise<{ received: true }> => {
    const body = await readBytes(c.req.raw)
    verifySignature(body, c.req.header('stripe-signature'), secret, deps.now())
    const event = parseEvent(body)
    const key = `${endpoint} ${event.id}`
    if (!committed.has(key)) {
      await receiveEvent(deps, endpoint, event)
      committed.add(key)
    }
    return { received: true }
  }
  mount(app, operations.receiveInvoicingWebhook, ({ c }) =>
    receive(c, 'invoicing', config.PAYMENTS_INVOICING_WEBHOOK_SECRET),
  )
  mount(app, operations.receiveOffersWebhook, ({ c }) =>
    receive(c, 'offers', config.PAYMENTS_OFFERS_WEBHOOK_SECRET),
  )
  mount(app, operations.receiveConnectWebhook, ({ c }) =>
    receive(c, 'connect', config.PAYMENTS_CONNECT_WEBHOOK_SECRET),
  )
}
