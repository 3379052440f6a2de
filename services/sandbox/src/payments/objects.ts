import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

// Each provider object's stored fields, in its SDK's types.
type Kept<T, Names extends keyof T> = Pick<
  T,
  Names | (keyof T & ('id' | 'object' | 'created' | 'livemode' | 'metadata'))
>
export type Account = Kept<
  Stripe.Account,
  'charges_enabled' | 'payouts_enabled' | 'details_submitted' | 'type'
>
export type Customer = Kept<Stripe.Customer, 'name' | 'email' | 'address'>
export type Product = Kept<Stripe.Product, 'name' | 'description' | 'active'>
export type Price = Kept<Stripe.Price, 'active' | 'currency' | 'unit_amount' | 'type'> & {
  product: string
  recurring: { interval: 'month' | 'year'; interval_count: 1 } | null
}
export type TaxRate = Pick<
  Stripe.TaxRate,
  'id' | 'object' | 'display_name' | 'percentage' | 'inclusive' | 'active' | 'created' | 'livemode'
>
export type InvoiceLine = Pick<
  Stripe.InvoiceLineItem,
  'id' | 'object' | 'amount' | 'description' | 'currency'
> & {
  tax: number
}
export type Invoice = Kept<
  Stripe.Invoice,
  | 'currency'
  | 'collection_method'
  | 'due_date'
  | 'auto_advance'
  | 'status'
  | 'number'
  | 'subtotal'
  | 'total'
  | 'total_excluding_tax'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'pre_payment_credit_notes_amount'
  | 'post_payment_credit_notes_amount'
  | 'hosted_invoice_url'
  | 'invoice_pdf'
  | 'billing_reason'
  | 'customer_email'
  | 'customer_name'
> & {
  id: string
  customer: string
  lines: { object: 'list'; data: InvoiceLine[]; has_more: false }
  status_transitions: {
    finalized_at: number | null
    paid_at: number | null
    voided_at: number | null
    marked_uncollectible_at: number | null
  }
  parent: {
    type: 'subscription_details'
    /** The metadata is the subscription's at the time when the invoice was made. */
    subscription_details: { subscription: string; metadata: Record<string, string> }
  } | null
  /** How often it was mailed. The provider does not show this. */
  sent_count: number
}
export type CreditNote = Kept<
  Stripe.CreditNote,
  | 'amount'
  | 'subtotal'
  | 'total'
  | 'currency'
  | 'memo'
  | 'number'
  | 'out_of_band_amount'
  | 'status'
  | 'type'
> & { invoice: string; customer: string }
export type Session = Kept<
  Stripe.Checkout.Session,
  | 'mode'
  | 'status'
  | 'payment_status'
  | 'url'
  | 'amount_subtotal'
  | 'amount_total'
  | 'currency'
  | 'customer_email'
  | 'success_url'
  | 'cancel_url'
  | 'expires_at'
> & {
  customer: string | null
  invoice: string | null
  subscription: string | null
  customer_details: { email: string; name: string | null; address: null } | null
  total_details: { amount_discount: 0; amount_shipping: 0; amount_tax: number }
  line_price: string
  /** Missing in sessions from an earlier version. */
  line_quantity?: number
  with_invoice: boolean
}
export type Subscription = Kept<Stripe.Subscription, 'status' | 'cancel_at_period_end'> & {
  customer: string
  items: {
    object: 'list'
    data: Array<{
      id: string
      current_period_start: number
      current_period_end: number
      price: Price
    }>
  }
}
export interface PaymentEvent {
  id: string
  object: 'event'
  type: string
  account: string
  api_version: string
  created: number
  livemode: false
  pending_webhooks: number
  request: null
  data: { object: object }
}

/** Returns an id in the provider's form. */
export const freshId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
