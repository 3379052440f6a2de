import type { KeyObject } from 'node:crypto'
import * as operations from '@atrium/contracts'
import { type AppEnv, mount, readBytes } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { parseEvent } from './event.ts'
import { type Endpoint, receiveEvent } from './receive-event.ts'
import { createRecentKeys } from './recent-keys.ts'
import { verifySignature, webhookKey } from './verify-signature.ts'

/** Mounts the processor's three endpoints; the signature is over the bytes as they came. */
export function mountWebhooks(app: Hono<AppEnv>, deps: Deps): void {
  const { config } = deps
  const committed = createRecentKeys(20_000)
  const receive = async (
    c: Context<AppEnv>,
    endpoint: Endpoint,
    key: KeyObject | undefined,
  ): Promise<{ received: true }> => {
    const body = await readBytes(c.req.raw)
    verifySignature(body, c.req.header('stripe-signature'), key, deps.now())
    const event = parseEvent(body)
    const delivery = `${endpoint} ${event.id}`
    if (!committed.has(delivery)) {
      await receiveEvent(deps, endpoint, event)
      committed.add(delivery)
    }
    return { received: true }
  }
  const keys = {
    invoicing: webhookKey(config.PAYMENTS_INVOICING_WEBHOOK_SECRET),
    offers: webhookKey(config.PAYMENTS_OFFERS_WEBHOOK_SECRET),
    connect: webhookKey(config.PAYMENTS_CONNECT_WEBHOOK_SECRET),
  }
  mount(app, operations.receiveInvoicingWebhook, ({ c }) => receive(c, 'invoicing', keys.invoicing))
  mount(app, operations.receiveOffersWebhook, ({ c }) => receive(c, 'offers', keys.offers))
  mount(app, operations.receiveConnectWebhook, ({ c }) => receive(c, 'connect', keys.connect))
}
