import { AdmitMail } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type AppEnv, readBytes } from '@atrium/http'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { admitMail } from './admit-mail.ts'
import { findRecipient, markUnsubscribed } from './mails.db.ts'
import { receiveMailEvent } from './provider-events.ts'
import { renderUnsubscribePage, unsubscribePages } from './unsubscribe-page.ts'

const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const respond = (
  c: Context<AppEnv>,
  page: Parameters<typeof renderUnsubscribePage>[0],
  status: 200 | 404,
) => c.html(renderUnsubscribePage(page), status, pageHeaders)

/**
 * Adds the recipients' pages and the mail provider's webhook (docs/reference/identity.md, "Mails to
 * strangers").
 */
export function mailRoutes(app: Hono<AppEnv>, deps: Deps): void {
  app.get('/api/public/unsubscribe/:token', async (c) => {
    c.set('operation', 'unsubscribe-page')
    const found = await findRecipient(deps.db, c.req.param('token'))
    if (found === undefined) return respond(c, unsubscribePages.unknown, 404)
    const { name, address, unsubscribed_at: since } = found
    const page = since === null ? unsubscribePages.ask : unsubscribePages.done
    return respond(c, page(name, address), 200)
  })
  // Mail programs send `List-Unsubscribe=One-Click`, and the page sends nothing. Both mean the
  // same.
  app.post('/api/public/unsubscribe/:token', async (c) => {
    c.set('operation', 'unsubscribe')
    const token = c.req.param('token')
    const found = await findRecipient(deps.db, token)
    if (found === undefined) return respond(c, unsubscribePages.unknown, 404)
    await inTransaction(deps.db, undefined, (tx) => markUnsubscribed(tx, token))
    return respond(c, unsubscribePages.done(found.name, found.address), 200)
  })
  app.post('/api/mail/webhooks/provider', async (c) => {
    c.set('operation', 'mail-provider-events')
    const body = Buffer.from(await readBytes(c.req.raw)).toString('utf8')
    await receiveMailEvent(deps, body, c.req.raw.headers)
    return c.json({ received: true })
  })
}

export const mailRpc = (deps: Deps): RpcHandler =>
  rpcHandler(AdmitMail, (input) => admitMail(deps, input))
