import { AdmitMail } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type AppEnv, readBytes } from '@atrium/http'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { getOrgSettings } from '../settings/org-settings.ts'
import { admitMail } from './admit-mail.ts'
import { findRecipient, markUnsubscribed } from './mails.db.ts'
import { receiveMailEvent } from './provider-events.ts'
import { answerUnknownLink, answerUnsubscribe } from './unsubscribe-page.ts'

/**
 * Adds the recipients' pages and the mail provider's webhook (docs/reference/identity.md, "Mails to
 * strangers").
 */
export function mailRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const answer = async (c: Context<AppEnv>, isDone: boolean) => {
    const found = await findRecipient(deps.db, c.req.param('token') ?? '')
    if (found === undefined) return answerUnknownLink(c.req.raw)
    const settings = await getOrgSettings(deps, found.org_id)
    return answerUnsubscribe(c.req.raw, deps.config.publicOrigin, found, {
      settings,
      isDone: isDone || found.unsubscribed_at !== null,
    })
  }
  app.get('/api/public/unsubscribe/:token', (c) => {
    c.set('operation', 'unsubscribe-page')
    return answer(c, false)
  })
  // Mail programs send `List-Unsubscribe=One-Click`, and the page sends nothing. Both mean the
  // same.
  app.post('/api/public/unsubscribe/:token', async (c) => {
    c.set('operation', 'unsubscribe')
    await inTransaction(deps.db, undefined, (tx) => markUnsubscribed(tx, c.req.param('token')))
    return answer(c, true)
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
