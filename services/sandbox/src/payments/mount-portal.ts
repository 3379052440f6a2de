import type { Hono } from 'hono'
import { html } from 'hono/html'
import { cancel } from './checkout.ts'
import type { PaymentsSandbox } from './create-payments.ts'
import type { SandboxEnv } from './mount-api.ts'
import { layout } from './pages/layout.ts'
import { openAccount } from './state.ts'

export function mountPortal(app: Hono<SandboxEnv>, { state, emit }: PaymentsSandbox): void {
  const listSubscriptions = (accountId: string, customer: string) =>
    [...openAccount(state, accountId).subscriptions.values()].filter(
      (one) => one.customer === customer,
    )
  app.get('/portal/:account/:customer', (c) => {
    const rows = listSubscriptions(c.req.param('account'), c.req.param('customer')).map(
      (subscription) => {
        const { id, status, cancel_at_period_end: ends } = subscription
        const buttons = html`<form method="post"><input type="hidden" name="subscription" value="${id}">
        <button name="move" value="${ends ? 'keep' : 'end'}">${ends ? 'Keep' : 'End with the period'}</button>
        <button name="move" value="cancel">End now</button></form>`
        return html`<tr><td>${id}, ${status}</td><td>${status === 'canceled' ? '' : buttons}</td></tr>`
      },
    )
    const back = html`<p><a href="${c.req.query('return') ?? '/'}">Back</a></p>`
    return c.html(layout('Subscriptions', html`<table>${rows}</table>${back}`))
  })
  app.post('/portal/:account/:customer', async (c) => {
    const { subscription: id, move } = await c.req.parseBody()
    const account = openAccount(state, c.req.param('account'))
    const found = listSubscriptions(c.req.param('account'), c.req.param('customer')).find(
      (one) => one.id === id,
    )
    if (found === undefined) return c.notFound()
    if (move === 'cancel') cancel(account, found, { emit })
    else {
      found.cancel_at_period_end = move === 'end'
      emit(account, 'customer.subscription.updated', found)
    }
    return c.redirect(c.req.url, 303)
  })
}
