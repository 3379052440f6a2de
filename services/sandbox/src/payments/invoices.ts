import { freshId, type Invoice, nowSeconds, type Subscription } from './objects.ts'
import { missing, ProviderError } from './provider-error.ts'
import { type ApiContext, found } from './route.ts'
import type { AccountState } from './state.ts'

export const getInvoice = (state: AccountState, id: string): Invoice =>
  found(state.invoices, 'invoice', id)

const wrongState = (message: string): ProviderError =>
  new ProviderError({ code: 'invoice_not_editable', message })

/** An invoice's page addresses, and the function that emits its events. */
export type Paying = Pick<ApiContext, 'origin' | 'emit'>
export type Emitting = Pick<ApiContext, 'emit'>

export interface NewInvoice {
  customer: string
  currency: string
  dueDate: number | null
  collectionMethod: 'send_invoice' | 'charge_automatically'
  metadata: Record<string, string>
  billingReason: Invoice['billing_reason']
  subscription?: Pick<Subscription, 'id' | 'metadata'>
  number?: string | undefined
}

/**
 * Throws if the number is taken. A number belongs to one invoice in the account forever, even if
 * that invoice is void.
 */
function requireFreeNumber(state: AccountState, number: string): void {
  const taken = [...state.invoices.values()].some(
    (other) => other.number === number && other.status !== 'draft',
  )
  if (taken) {
    throw new ProviderError({
      message: `The invoice number ${number} is already in use.`,
      param: 'number',
    })
  }
}

/** Gives a draft another number, or removes it. */
export function renumber(state: AccountState, invoice: Invoice, number: string): void {
  if (invoice.status !== 'draft') throw wrongState('Only a draft invoice can be numbered')
  if (number !== '') requireFreeNumber(state, number)
  invoice.number = number === '' ? null : number
}

export function newInvoice(state: AccountState, input: NewInvoice): Invoice {
  const customer = state.customers.get(input.customer)
  if (customer === undefined) throw missing('customer', input.customer, 'customer')
  if (input.number !== undefined) requireFreeNumber(state, input.number)
  const invoice: Invoice = {
    id: freshId('in'),
    object: 'invoice',
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    currency: input.currency,
    collection_method: input.collectionMethod,
    due_date: input.dueDate,
    auto_advance: false,
    status: 'draft',
    number: input.number ?? null,
    subtotal: 0,
    total: 0,
    total_excluding_tax: 0,
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    pre_payment_credit_notes_amount: 0,
    post_payment_credit_notes_amount: 0,
    hosted_invoice_url: null,
    invoice_pdf: null,
    billing_reason: input.billingReason,
    created: nowSeconds(),
    livemode: false,
    metadata: input.metadata,
    lines: { object: 'list', data: [], has_more: false },
    status_transitions: {
      finalized_at: null,
      paid_at: null,
      voided_at: null,
      marked_uncollectible_at: null,
    },
    parent:
      input.subscription === undefined
        ? null
        : {
            type: 'subscription_details',
            subscription_details: {
              subscription: input.subscription.id,
              metadata: { ...input.subscription.metadata },
            },
          },
    sent_count: 0,
  }
  state.invoices.set(invoice.id, invoice)
  return invoice
}

/** Adds a line to a draft. Exclusive tax is rounded per line. */
export function addLine(
  state: AccountState,
  invoice: Invoice,
  line: { amount: number; description: string | null; taxRates: readonly string[] },
): string {
  if (invoice.status !== 'draft') throw wrongState('Only a draft invoice takes items')
  const rates = line.taxRates.map((id, index) => {
    const rate = state.taxRates.get(id)
    if (rate === undefined) throw missing('tax rate', id, `tax_rates[${index}]`)
    return rate.percentage
  })
  const tax = rates.reduce(
    (sum, percentage) => sum + Math.round((line.amount * percentage) / 100),
    0,
  )
  const id = freshId('il')
  invoice.lines.data.push({
    id,
    object: 'line_item',
    amount: line.amount,
    description: line.description,
    currency: invoice.currency,
    tax,
  })
  invoice.subtotal += line.amount
  invoice.total_excluding_tax = invoice.subtotal
  invoice.total += line.amount + tax
  invoice.amount_due = Math.max(0, invoice.total)
  invoice.amount_remaining = invoice.amount_due
  return id
}

/**
 * Numbers a draft if it has no number, and opens it. An invoice over zero is paid at once, as at
 * the provider.
 */
export function finalize(state: AccountState, invoice: Invoice, { origin, emit }: Paying): void {
  if (invoice.status !== 'draft') throw wrongState('This invoice is already finalized')
  if (invoice.number === null) {
    state.lastNumber += 1
    invoice.number = `SBX-${String(state.lastNumber).padStart(4, '0')}`
  } else requireFreeNumber(state, invoice.number)
  invoice.status = 'open'
  invoice.hosted_invoice_url = `${origin}/pay/invoices/${state.account.id}/${invoice.id}`
  invoice.invoice_pdf = `${invoice.hosted_invoice_url}/pdf`
  invoice.status_transitions.finalized_at = nowSeconds()
  emit(state, 'invoice.finalized', invoice)
  if (invoice.amount_due === 0) pay(state, invoice, { emit })
}

/** Records the payment of an open or written-off invoice. */
export function pay(state: AccountState, invoice: Invoice, { emit }: Emitting): void {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw wrongState('Only an open invoice can be paid')
  }
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.status_transitions.paid_at = nowSeconds()
  emit(state, 'invoice.paid', invoice)
}

export function failPayment(state: AccountState, invoice: Invoice, { emit }: Emitting): void {
  if (invoice.status !== 'open') throw wrongState('Only an open invoice can be paid')
  emit(state, 'invoice.payment_failed', invoice)
}

export function voidInvoice(state: AccountState, invoice: Invoice, { emit }: Emitting): void {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw wrongState('Only an open or uncollectible invoice can be voided')
  }
  invoice.status = 'void'
  invoice.status_transitions.voided_at = nowSeconds()
  emit(state, 'invoice.voided', invoice)
}

export function markUncollectible(state: AccountState, invoice: Invoice, { emit }: Emitting): void {
  if (invoice.status !== 'open') throw wrongState('Only an open invoice can be written off')
  invoice.status = 'uncollectible'
  invoice.status_transitions.marked_uncollectible_at = nowSeconds()
  emit(state, 'invoice.marked_uncollectible', invoice)
}
