import { AcceptEstimate, AppError, commonErrors, DeclineEstimate } from '@atrium/contracts'
import { type AppEnv, readForm } from '@atrium/http'
import { publicPath } from '@atrium/site-page/public'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { findPublicInvoice } from '../documents/public-invoice.ts'
import { acceptEstimate, declineEstimate } from '../estimates/decide-estimate.ts'
import { findPublicEstimate } from '../estimates/estimate-document.ts'
import { findOrg } from '../identity/orgs.ts'
import { findHeldTicket } from '../tickets/admission.ts'
import { confirmOrder, findOrderToConfirm } from '../tickets/orders/pending-orders.ts'
import { findWaitingPerson, leaveWaitingList } from '../tickets/waiting-list/waiting-list.ts'
import { documentPageWords } from './document-page-words.ts'
import { type EstimateMoment, estimatePage, invoicePage } from './document-pages.ts'
import { type Owner, speakTo } from './page-owner.ts'
import { createOpenLink, createShowPage, type Shown } from './show-page.ts'
import { confirmPage, ticketPage, waitingPage } from './ticket-pages.ts'

const readText = (value: string | string[] | undefined): string =>
  typeof value === 'string' ? value : ''

/** Throws `not_found` if a record belongs to another organisation than the page. */
function requireOwn({ orgId }: Owner, found: { orgId: string }): void {
  if (found.orgId !== orgId) throw commonErrors.not_found()
}

/**
 * Mounts the pages that only a secret address opens: to pay an invoice, to decide an estimate, a
 * ticket, an order and a position in a waiting list. Mails contain a short link to each.
 */
export function secretPageRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const show = createShowPage(deps)
  const link = (
    path: string,
    part: string,
    find: (key: string, c: Context<AppEnv>) => Promise<{ orgId: string }>,
  ) =>
    app.get(
      `/${path}/:key`,
      createOpenLink(`open-${path}`, async (c) => {
        const key = c.req.param('key') ?? ''
        const { slug } = await findOrg(deps, 'orgId', (await find(key, c)).orgId)
        return publicPath(slug, part, key) + new URL(c.req.url).search
      }),
    )
  link('pay', 'pay', (token) => findPublicInvoice(deps, token))
  link('estimate', 'estimates', (token) => findPublicEstimate(deps, token))
  link('ticket', 'tickets', (code) => findHeldTicket(deps, code))
  link('order', 'orders', (id, c) => findOrderToConfirm(deps, id, c.req.query('token') ?? ''))
  link('waiting', 'waiting', (code) => findWaitingPerson(deps, code))

  app.get(
    '/p/:org/pay/:token',
    show('showPayPage', async (c, owner) => {
      const token = c.req.param('token') ?? ''
      const found = await findPublicInvoice(deps, token)
      requireOwn(owner, found)
      const invoice = await found.read()
      const speaker = speakTo(owner, invoice.language)
      return { owner: speaker, page: invoicePage(speaker, token, invoice) }
    }),
  )

  const showEstimate = async (
    owner: Owner,
    token: string,
    more: Omit<EstimateMoment, 'etag' | 'problem'> & {
      problem?: 'nameNeeded' | 'changed'
    } = {},
  ): Promise<Shown> => {
    const found = await findPublicEstimate(deps, token)
    requireOwn(owner, found)
    const { estimate, etag } = await found.read()
    const speaker = speakTo(owner, estimate.language)
    const { problem: word, ...rest } = more
    const problem = word && documentPageWords[estimate.language][word]
    const page = estimatePage(speaker, token, estimate, { ...rest, etag, problem })
    return { owner: speaker, page, status: word === undefined ? 200 : 409 }
  }
  app.get(
    '/p/:org/estimates/:token',
    show('showEstimate', (c, owner) => showEstimate(owner, c.req.param('token') ?? '')),
  )
  app.post(
    '/p/:org/estimates/:token',
    show('decideEstimate', async (c, owner) => {
      const token = c.req.param('token') ?? ''
      requireOwn(owner, await findPublicEstimate(deps, token))
      const form = await readForm(c.req.raw)
      const typed = {
        name: readText(form['name']).slice(0, 300),
        reason: readText(form['reason']).slice(0, 2_000),
      }
      const decision = { token, ifMatch: readText(form['version']) || undefined }
      try {
        if (form['do'] === 'decline') {
          const reason = typed.reason.trim() === '' ? null : typed.reason
          const declined = DeclineEstimate.safeParse({ reason }).data
          await declineEstimate(deps, decision, declined?.reason ?? null)
        } else {
          const accepted = AcceptEstimate.safeParse({ name: typed.name }).data
          if (accepted === undefined)
            return showEstimate(owner, token, { problem: 'nameNeeded', typed })
          await acceptEstimate(deps, decision, accepted.name)
        }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'precondition_failed')
          return showEstimate(owner, token, { problem: 'changed', typed })
        // Somebody else has decided, or the visitor sent the form twice. The page says which.
        if (error.code !== 'estimate_closed') throw error
      }
      return { redirectTo: publicPath(owner.slug, 'estimates', token) }
    }),
  )

  app.get(
    '/p/:org/tickets/:code',
    show('showTicket', async (c, owner) => {
      const found = await findHeldTicket(deps, c.req.param('code') ?? '')
      requireOwn(owner, found)
      return { page: ticketPage(owner, found.ticket) }
    }),
  )

  app.get(
    '/p/:org/orders/:id',
    show('showOrder', async (c, owner) => {
      const id = c.req.param('id') ?? ''
      const token = c.req.query('token') ?? ''
      const found = await findOrderToConfirm(deps, id, token)
      requireOwn(owner, found)
      const confirmed = found.isConfirmed ? await confirmOrder(deps, id, token) : {}
      return { page: confirmPage(owner, { ...confirmed, id, token }) }
    }),
  )
  app.post(
    '/p/:org/orders/:id',
    show('confirmOnPage', async (c, owner) => {
      const id = c.req.param('id') ?? ''
      const token = readText((await readForm(c.req.raw))['token'])
      requireOwn(owner, await findOrderToConfirm(deps, id, token))
      await confirmOrder(deps, id, token)
      return {
        redirectTo: `${publicPath(owner.slug, 'orders', id)}?${new URLSearchParams({ token })}`,
      }
    }),
  )

  const waitingRoute = (operation: string, isLeaving: boolean) =>
    show(operation, async (c, owner) => {
      const code = c.req.param('code') ?? ''
      const found = await findWaitingPerson(deps, code)
      requireOwn(owner, found)
      if (isLeaving) await leaveWaitingList(deps, code)
      return { page: waitingPage(owner, code, found.person, isLeaving) }
    })
  app.get('/p/:org/waiting/:code', waitingRoute('showWaiting', false))
  app.post('/p/:org/waiting/:code', waitingRoute('leaveOnPage', true))
}
