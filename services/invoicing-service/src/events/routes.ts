import * as operations from '@atrium/contracts'
import { type AppEnv, mount, readBytes } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { type Endpoint, parseEvent } from '../processor/event.ts'
import { receiveEvent } from './receive-event.ts'
import { verifySignature } from './verify-signature.ts'

export function webhookRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { config, now } = deps
  const secrets = {
    invoicing: config.PAYMENTS_INVOICING_WEBHOOK_SECRET,
    offers: config.PAYMENTS_OFFERS_WEBHOOK_SECRET,
    connect: config.PAYMENTS_CONNECT_WEBHOOK_SECRET,
  }
  const receive = async (c: Context<AppEnv>, endpoint: Endpoint): Promise<{ received: true }> => {
    const body = await readBytes(c.req.raw)
    verifySignature(body, c.req.header('stripe-signature'), secrets[endpoint], now())
    await receiveEvent(deps, endpoint, parseEvent(body, deps.now()))
    return { received: true }
  }
  mount(app, operations.receiveInvoicingWebhook, ({ c }) => receive(c, 'invoicing'))
  mount(app, operations.receiveOffersWebhook, ({ c }) => receive(c, 'offers'))
  mount(app, operations.receiveConnectWebhook, ({ c }) => receive(c, 'connect'))
}
