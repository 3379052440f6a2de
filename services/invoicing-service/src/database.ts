import type { Buyer, InvoiceLineItem, Seller } from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import type { ColumnType, Generated, Kysely, Transaction as KyselyTransaction, RawBuilder } from 'kysely'

// PostgreSQL's bigint arrives as text; a number holds every amount exactly.
type Cents = ColumnType<string, number, number>
type Created = Generated<Date>
type Json<T> = ColumnType<T, RawBuilder<T>, RawBuilder<T>>
type Frozen<T> = ColumnType<T | null, RawBuilder<T> | undefined, RawBuilder<T> | null>

interface Customers {
  id: string
  org_id: string
  name: string
  email: string
  billing_line1: string | null
  billing_line2: string | null
  billing_city: string | null
  billing_postal_code: string | null
  billing_state: string | null
  billing_country: string | null
  tax_id: string | null
  currency: string | null
  payments_customer_id: string | null
  payments_account_id: string | null
  /** The version of the details that the processor has, by `updated_at`. */
  payments_synced_at: Date | null
  created_at: Created
  updated_at: Created
}

interface Offers {
  id: string
  org_id: string
  name: string
  description: string
  price_cents: ColumnType<string | null, number | null, number | null>
  currency: string
  billing_model: 'custom_quote' | 'one_off' | 'recurring'
  interval: 'month' | 'year' | null
  slug: string
  status: Generated<'active' | 'archived'>
  version: Generated<number>
  /** Raised by every change that needs a new price at the processor. */
  terms_version: Generated<number>
  /** The terms that the processor has. */
  mirrored_terms: number | null
  /** When the poller last tried to mirror the offer. */
  mirror_tried_at: Date | null
  payments_product_id: string | null
  payments_price_id: string | null
  payments_account_id: string | null
  created_at: Created
  updated_at: Created
}

interface Schedules {
  id: string
  org_id: string
  customer_id: string
  offer_id: string
  interval: 'month' | 'year'
  status: Generated<'active' | 'paused' | 'cancelled'>
  anchor_date: Date
  next_invoice_date: Date
  vat_rate_bps: number
  /** The line of each period, from the offer at the schedule's creation or last adoption. */
  description: string
  unit_amount_cents: Cents
  currency: string
  /** The last pause; a period that was due by then is still billed. */
  paused_at: Date | null
  /** The resumption while a period before the pause is unbilled; the periods between the two are skipped. */
  resumed_at: Date | null
  last_claimed_at: Date | null
  last_period: Date | null
  /** The terms of the last claim; a retry bills the period at these, even after an adoption. */
  claimed_terms: ColumnType<ClaimedTerms | null, undefined, RawBuilder<ClaimedTerms>>
  created_at: Created
}

interface ClaimedTerms {
  description: string
  unit_amount_cents: string
  currency: string
}

interface Invoices {
  id: string
  org_id: string
  customer_id: string
  offer_id: string | null
  schedule_id: string | null
  period: Date | null
  number: string | null
  source: 'one_off' | 'recurring'
  status: Generated<'draft' | 'open' | 'paid' | 'void' | 'uncollectible'>
  currency: string
  line_items: Json<InvoiceLineItem[]>
  vat_rate_bps: number
  subtotal_amount_cents: Cents
  vat_amount_cents: Cents
  total_amount_cents: Cents
  issue_date: Date | null
  due_date: Date | null
  version: Generated<number>
  /** Recorded from the processor; its number is not from the org's sequence. */
  mirrored: Generated<boolean>
  /** Set before the processor voids, so that its event is not applied as a write-off. */
  void_requested: Generated<boolean>
  payments_synced_at: Date | null
  payments_invoice_id: string | null
  payments_session_id: string | null
  payments_account_id: string | null
  payments_hosted_invoice_url: string | null
  payments_invoice_pdf_url: string | null
  /** The parties at the time of finalizing; null in a draft. */
  seller: Frozen<Seller>
  buyer: Frozen<Buyer>
  mailed_at: Date | null
  /** The reason of the last failed attempt at mailing. */
  mail_failed: string | null
  created_at: Created
  updated_at: Created
}

/** An attempt to issue a draft at the processor; each result is stored before the next step. */
interface InvoicePushes {
  invoice_id: string
  attempt: number
  org_id: string
  /** The invoice's version whose content is pushed. */
  version: number
  account_id: string
  processor_customer_id: string
  currency: string
  due_date: Date
  payments_invoice_id: string | null
  /** The number in the creation of the processor's draft. */
  created_number: string | null
  /** The org's number that is reserved for this attempt, just before it is finalized at the processor. */
  number: string | null
  state: Generated<'begun' | 'filled' | 'finalized' | 'opened' | 'sent' | 'unsent' | 'discarded'>
  /** Raised when mailing failed for good under the idempotency key of the number. */
  mail_attempt: Generated<number>
  mail_due_at: Date | null
  hosted_invoice_url: string | null
  invoice_pdf_url: string | null
  created_at: Created
  touched_at: Created
}

interface InvoiceSequences {
  org_id: string
  year: number
  /** The highest number in use. */
  last: number
  /** The number that was reserved last. */
  given: number | null
  /** Released numbers, ascending; they are reserved first. */
  released: Generated<number[]>
}

interface Sellers {
  org_id: string
  name: string
  line1: string | null
  line2: string | null
  city: string | null
  postal_code: string | null
  country: string | null
  tax_id: string | null
  registration: string | null
  updated_at: Created
}

interface PaymentAccounts {
  org_id: string
  account_id: string
  charges_enabled: Generated<boolean>
  details_submitted: Generated<boolean>
  /** Seconds since 1970 of the newest statement about the account. */
  event_created: ColumnType<string, number | undefined, number>
  /** When a poller last claimed the account. */
  events_polled_at: Date | null
  /** All events up to here have had their effect. */
  events_read_at: Date | null
  created_at: Created
}

interface Entitlements {
  id: string
  org_id: string
  plan: 'pro'
  status: 'active' | 'ended'
  until: Date | null
  payments_subscription_id: string | null
  payments_customer_id: string | null
  event_created: ColumnType<string, number | undefined, number>
  created_at: Created
}

/** The begun checkout of a plan, one per org. */
interface PlanCheckouts {
  org_id: string
  id: string
  /** A digest of the caller's idempotency key and request. */
  request: string | null
  /** Null until the processor answers. */
  session_id: string | null
  account_id: string | null
  url: string | null
  completed_at: Date | null
  expires_at: Date
}

interface CreditTransactions {
  id: string
  user_id: string
  kind: 'topup' | 'grant' | 'spend' | 'refund'
  amount: Cents
  description: string
  payments_session_id: string | null
  created_at: Created
}

export interface Database extends PlatformTables {
  customers: Customers
  offers: Offers
  schedules: Schedules
  invoices: Invoices
  invoice_sequences: InvoiceSequences
  invoice_pushes: InvoicePushes
  sellers: Sellers
  payment_accounts: PaymentAccounts
  /** Earlier accounts of an org; their count is part of the idempotency key of the next one. */
  forgotten_accounts: { org_id: string; account_id: string; forgotten_at: Created }
  payment_events: { endpoint: string; event_id: string; type: string; outcome: string; received_at: Created }
  tax_rates: { account_id: string; rate_bps: number; tax_rate_id: string }
  entitlements: Entitlements
  plan_checkouts: PlanCheckouts
  credit_transactions: CreditTransactions
  site_rebuild: { id: number; first_change_at: Date; due_at: Date; failures: Generated<number> }
}

export type Db = Kysely<Database>
export type Transaction = KyselyTransaction<Database>
