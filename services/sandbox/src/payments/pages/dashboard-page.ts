import { html } from 'hono/html'
import { faultSwitches } from '../../pages/fault-switches.ts'
import { form, showRecord } from '../../pages/inspect.ts'
import type { Markup } from '../../pages/network-page.ts'
import type { PaymentsSandbox } from '../create-payments.ts'
import type { Invoice, Subscription } from '../objects.ts'
import type { AccountState } from '../state.ts'
import { amount, layout } from './layout.ts'

const webhooks = {
  delayMs: 'number',
  duplicates: 'number',
  reorder: 'checkbox',
  drop: 'text',
} as const

/** Returns a form with only a button for each move. */
const showMoves = (at: string, moves: readonly string[]): Markup[] =>
  moves.map((move) => form(`${at}/${move}`, {}, [move]))

function showInvoice(account: string, invoice: Invoice): Markup {
  const { id, number, status, amount_paid: paid, sent_count: mailed } = invoice
  const paidMoves = status === 'paid' && paid > 0 ? ['refund', 'dispute', 'win', 'lose'] : []
  const moves = status === 'open' ? ['pay', 'fail', 'void', 'uncollectible'] : paidMoves
  const total = amount(invoice.total, invoice.currency)
  const { hosted_invoice_url: page, customer_name: customer } = invoice
  return showRecord(
    { number: number ?? id, page, customer, total, status, mailed },
    ...showMoves(`/payments/${account}/invoices/${id}`, moves),
  )
}

const showSubscription = (account: string, { id, status }: Subscription): Markup =>
  showRecord(
    { subscription: id, status },
    ...showMoves(
      `/payments/${account}/subscriptions/${id}`,
      status === 'active' ? ['renew', 'cancel'] : [],
    ),
  )

const showAccount = ({ account, invoices, subscriptions }: AccountState): Markup => html`
<h2>${account.id}</h2>
<p>Charges ${account.charges_enabled ? 'enabled' : 'not enabled'}, <a href="/onboarding/${account.id}">onboarding</a></p>
${showMoves(`/payments/${account.id}`, ['close'])}
${[...invoices.values()]
  .reverse()
  .slice(0, 200)
  .map((invoice) => showInvoice(account.id, invoice))}
${[...subscriptions.values()].map((subscription) => showSubscription(account.id, subscription))}`

/** Renders the overview: accounts with their actions, the switches, the deliveries. */
export const dashboardPage = ({ state, deliveries, faults }: PaymentsSandbox): Markup =>
  layout(
    'Payments',
    html`<h2>Webhooks</h2><p>Drop is the number of the next webhooks to drop, or "all".</p>
${form('/payments/switches', webhooks, ['set'], { ...deliveries.switches })}
${faultSwitches('payments', faults)}
${[...state.accounts.values()].map(showAccount)}
<h2>Delivered</h2>
${deliveries.log
  .slice(-50)
  .reverse()
  .map((delivery) => showRecord(delivery))}`,
  )
