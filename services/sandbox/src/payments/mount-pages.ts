import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { mountFaultSwitches } from '../pages/fault-switches.ts'
import { disputeInvoice, loseDispute, refundInvoice, winDispute } from './charges.ts'
import { cancel, complete, getSession, renew } from './checkout.ts'
import type { PaymentsSandbox } from './create-payments.ts'
import { failPayment, getInvoice, markUncollectible, pay, voidInvoice } from './invoices.ts'
import type { SandboxEnv } from './mount-api.ts'
import { mountPortal } from './mount-portal.ts'
import { dashboardPage } from './pages/dashboard-page.ts'
import { amount, layout } from './pages/layout.ts'
import { ProviderError } from './provider-error.ts'
import { openAccount } from './state.ts'

const invoiceMoves: Readonly<Record<string, typeof pay>> = {
  pay,
  fail: failPayment,
  void: voidInvoice,
  uncollectible: markUncollectible,
  refund: refundInvoice,
  dispute: disputeInvoice,
  win: winDispute,
  lose: loseDispute,
}
const subscriptionMoves: Readonly<Record<string, typeof renew>> = { renew, cancel }

const Buyer = z.object({ email: z.email(), name: z.string().trim().min(1).max(200) })
const Switches = z.object({
  delayMs: z.coerce.number().int().min(0).max(600_000),
  duplicates: z.coerce.number().int().min(0).max(100),
  reorder: z.literal('on').optional(),
  drop: z.union([z.literal('all'), z.coerce.number().int().min(0).max(1_000)]),
})
const readForm = async (c: Context<SandboxEnv>): Promise<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(await c.req.parseBody()).filter(([, value]) => value !== ''))

export function mountPages(app: Hono<SandboxEnv>, payments: PaymentsSandbox): void {
  const { state, deliveries, faults } = payments
  app.onError((error, c) => {
    if (error instanceof ProviderError)
      return c.html(layout('Not possible', html`<p>${error.message}</p>`), 400)
    if (error instanceof z.ZodError)
      return c.html(layout('Not valid', html`<p>${z.prettifyError(error)}</p>`), 400)
    return c.html(layout('Error', html`<p>${error.message}</p>`), 500)
  })
  app.get('/payments', (c) => c.html(dashboardPage(payments)))
  app.post('/payments/switches', async (c) => {
    const { reorder, ...rest } = Switches.parse(await readForm(c))
    Object.assign(deliveries.switches, rest, { reorder: reorder === 'on' })
    return c.redirect('/payments', 303)
  })
  mountFaultSwitches(app, 'payments', faults)
  app.post('/payments/:account/close', (c) => {
    state.accounts.delete(openAccount(state, c.req.param('account')).account.id)
    return c.redirect('/payments', 303)
  })
  app.post('/payments/:account/invoices/:id/:move', (c) => {
    const account = openAccount(state, c.req.param('account'))
    const move = invoiceMoves[c.req.param('move')]
    if (move === undefined) return c.notFound()
    move(account, getInvoice(account, c.req.param('id')), payments)
    return c.redirect('/payments', 303)
  })
  app.post('/payments/:account/subscriptions/:id/:move', (c) => {
    const account = openAccount(state, c.req.param('account'))
    const subscription = account.subscriptions.get(c.req.param('id'))
    const move = subscriptionMoves[c.req.param('move')]
    if (subscription === undefined || move === undefined) return c.notFound()
    move(account, subscription, payments)
    return c.redirect('/payments', 303)
  })
  mountPayerPages(app, payments)
  mountPortal(app, payments)
  mountOnboarding(app, payments)
}

function mountPayerPages(app: Hono<SandboxEnv>, payments: PaymentsSandbox): void {
  const { state } = payments
  app.get('/pay/invoices/:account/:id', (c) => {
    const invoice = getInvoice(openAccount(state, c.req.param('account')), c.req.param('id'))
    const button =
      invoice.status === 'open' ? html`<form method="post"><button>Pay</button></form>` : html``
    const lines = invoice.lines.data.map(
      (line) =>
        html`<tr><td>${line.description}</td><td>${amount(line.amount, line.currency)}</td></tr>`,
    )
    return c.html(
      layout(
        `Invoice ${invoice.number ?? ''}`,
        html`<p>For ${invoice.customer_name}, ${invoice.status}</p><table>${lines}</table>
          <p><strong>${amount(invoice.total, invoice.currency)}</strong></p>${button}`,
      ),
    )
  })
  app.post('/pay/invoices/:account/:id', (c) => {
    const account = openAccount(state, c.req.param('account'))
    pay(account, getInvoice(account, c.req.param('id')), payments)
    return c.redirect(c.req.path, 303)
  })
  app.get('/pay/invoices/:account/:id/pdf', (c) =>
    c.redirect(c.req.path.replace(/\/pdf$/, ''), 302),
  )
  app.get('/pay/checkout/:account/:id', (c) => {
    const session = getSession(openAccount(state, c.req.param('account')), c.req.param('id'))
    return c.html(
      layout(
        'Checkout',
        html`<p>${amount(session.amount_total ?? 0, session.currency ?? 'eur')}, ${session.mode}, ${session.status}</p>
          <form method="post">
            <label>Email <input name="email" type="email" required value="${session.customer_email ?? ''}"></label>
            <label>Name <input name="name" required></label>
            <button>Pay</button>
          </form>
          <p><a href="${session.cancel_url ?? '/'}">Cancel</a></p>`,
      ),
    )
  })
  app.post('/pay/checkout/:account/:id', async (c) => {
    const buyer = Buyer.parse(await readForm(c))
    const account = openAccount(state, c.req.param('account'))
    const session = getSession(account, c.req.param('id'))
    complete(account, session, buyer, payments)
    return c.redirect(session.success_url ?? '/payments', 303)
  })
}

function mountOnboarding(app: Hono<SandboxEnv>, { state, emit }: PaymentsSandbox): void {
  app.get('/onboarding/:account', (c) => {
    const { account } = openAccount(state, c.req.param('account'))
    return c.html(
      layout(
        'Onboarding',
        html`<p>Account ${account.id}, charges ${account.charges_enabled ? 'enabled' : 'not enabled'}</p>
          <form method="post"><button name="outcome" value="enable">Complete</button>
          <button name="outcome" value="disable">Leave incomplete</button></form>`,
      ),
    )
  })
  app.post('/onboarding/:account', async (c) => {
    const enabled = (await readForm(c))['outcome'] !== 'disable'
    const account = openAccount(state, c.req.param('account'))
    account.account.charges_enabled = enabled
    account.account.payouts_enabled = enabled
    account.account.details_submitted = enabled
    emit(account, 'account.updated', account.account)
    return c.redirect(account.returnUrl ?? '/payments', 303)
  })
}
