import { html } from 'hono/html'
import type { PaymentsSandbox } from '../create-payments.ts'
import type { Invoice, Subscription } from '../objects.ts'
import type { AccountState } from '../state.ts'
import { amount, layout } from './layout.ts'

type Markup = ReturnType<typeof html>

const button = (action: string, label: string): Markup =>
  html`<form method="post" action="${action}"><button>${label}</button></form> `

const paidMoves = (at: string, { status, amount_paid: paid }: Invoice): Markup[] =>
  status === 'paid' && paid > 0
    ? [
        button(`${at}/refund`, 'Refund'),
        button(`${at}/dispute`, 'Dispute'),
        button(`${at}/win`, 'Win the dispute'),
        button(`${at}/lose`, 'Lose the dispute'),
      ]
    : []

function invoiceRow(account: string, invoice: Invoice): Markup {
  const at = `/payments/${account}/invoices/${invoice.id}`
  const moves =
    invoice.status === 'open'
      ? [
          button(`${at}/pay`, 'Pay'),
          button(`${at}/fail`, 'Fail a payment'),
          button(`${at}/void`, 'Void'),
          button(`${at}/uncollectible`, 'Mark uncollectible'),
        ]
      : paidMoves(at, invoice)
  const name = invoice.number ?? invoice.id
  const shown =
    invoice.hosted_invoice_url === null
      ? html`${name}`
      : html`<a href="${invoice.hosted_invoice_url}">${name}</a>`
  return html`<tr><td>${shown}</td><td>${invoice.customer_name}</td><td>${amount(invoice.total, invoice.currency)}</td>
    <td>${invoice.status}</td><td>${invoice.sent_count} mailed</td><td>${moves}</td></tr>`
}

function subscriptionRow(account: string, subscription: Subscription): Markup {
  const at = `/payments/${account}/subscriptions/${subscription.id}`
  const moves =
    subscription.status === 'active'
      ? [button(`${at}/renew`, 'Let a period go by'), button(`${at}/cancel`, 'Cancel')]
      : []
  return html`<tr><td>${subscription.id}</td><td>${subscription.status}</td><td>${moves}</td></tr>`
}

const accountSection = (state: AccountState): Markup => html`
  <h2>${state.account.id}</h2>
  <p>Charges ${state.account.charges_enabled ? 'enabled' : 'not enabled'},
    <a href="/onboarding/${state.account.id}">onboarding</a></p>
  ${button(`/payments/${state.account.id}/close`, 'Close the account')}
  <table>${[...state.invoices.values()]
    .reverse()
    .slice(0, 200)
    .map((invoice) => invoiceRow(state.account.id, invoice))}</table>
  <table>${[...state.subscriptions.values()].map((subscription) => subscriptionRow(state.account.id, subscription))}</table>`

/** Renders the overview: accounts with their actions, the switches, the deliveries. */
export function dashboardPage({ state, deliveries, faults }: PaymentsSandbox): Markup {
  const { switches, log } = deliveries
  return layout(
    'Payments',
    html`<h2>Webhooks</h2>
      <form method="post" action="/payments/switches">
        <label>Delay (ms) <input name="delayMs" type="number" min="0" value="${switches.delayMs}"></label>
        <label>Extra copies <input name="duplicates" type="number" min="0" value="${switches.duplicates}"></label>
        <label><input name="reorder" type="checkbox" ${switches.reorder ? 'checked' : ''}> Reorder</label>
        <label>Drop the next (number or “all”) <input name="drop" value="${switches.drop}"></label>
        <button>Set</button>
      </form>
      <h2>Failures</h2>
      <form method="post" action="/payments/faults">
        <label>Call contains <input name="match" placeholder="POST /v1/invoices"></label>
        <label>What <select name="kind"><option>status</option><option>cut_before</option><option>cut_after</option>
          <option>garbage</option><option>slow</option></select></label>
        <label>Status <input name="status" type="number" value="500"></label>
        <label>Times <input name="times" type="number" value="1"></label>
        <label>Delay (ms) <input name="delayMs" type="number" value="1000"></label>
        <label>Retry-After <input name="retryAfter" type="number"></label>
        <button>Add</button>
      </form>
      ${button('/payments/faults/clear', `Forget ${faults.list.length} failures`)}
      ${[...state.accounts.values()].map(accountSection)}
      <h2>Delivered</h2>
      <table>${log
        .slice(-50)
        .reverse()
        .map(
          ({ event, type, url, status }) =>
            html`<tr><td>${event}</td><td>${type}</td><td>${url}</td><td>${status}</td></tr>`,
        )}</table>`,
  )
}
