import type {
  ChangeAuthor,
  CreditNote,
  Customer,
  Entitlement,
  Happening,
  IncomingDocument,
  Invoice,
  InvoiceHistoryDetail,
  InvoiceHistoryKind,
  InvoiceSchedule,
  Offer,
  ScheduleFailure,
  ScheduleHistoryDetail,
  ScheduleHistoryKind,
  Seller,
  Ticket,
  TicketType,
  WaitingEntry,
} from '@atrium/contracts'
import type { Cents, Created, Json, PlatformTables, TableOf } from '@atrium/database'
import type { MailQueueTable } from '@atrium/mailer'
import type {
  ColumnType,
  Generated,
  Insertable,
  Kysely,
  Transaction as KyselyTransaction,
  RawBuilder,
  Selectable,
  Updateable,
} from 'kysely'

interface OwnOfCustomer {
  org_id: string
  /** The version of the details that the processor has, by `updated_at`. */
  payments_synced_at: Date | null
}

interface OwnOfOffer {
  org_id: string
  status: Generated<Offer['status']>
  version: Generated<number>
  /** Raised by every change that needs a new price at the processor. */
  terms_version: Generated<number>
  /** The terms that the processor has. */
  mirrored_terms: number | null
  /** When the poller last tried to mirror the offer. */
  mirror_tried_at: Date | null
}

interface OwnOfSchedule {
  org_id: string
  status: Generated<InvoiceSchedule['status']>
  anchor_date: Date
  /** The last pause; a period that was due by then is still billed. */
  paused_at: Date | null
  /** The resumption while a period before the pause is unbilled; the periods between the two are skipped. */
  resumed_at: Date | null
  last_period: Date | null
  /** The terms of the last claim; a retry bills the period at these, even after an adoption. */
  claimed_terms: ColumnType<ClaimedTerms | null, undefined, RawBuilder<PeriodTerms>>
  prorate_until: Date | null
  claimed_periods: Generated<number>
  /** The reason of the last failed attempt at the last claimed period; null once it succeeds. */
  failure: Json<ScheduleFailure, null, undefined>
  /** The changed price of the offer that the org was informed of. */
  announced: Json<OfferPrice, null, undefined>
}

/** Claims of before VAT rates were part of them have none. */
type ClaimedTerms = Omit<PeriodTerms, 'vat_rate_bps'> & Partial<Pick<PeriodTerms, 'vat_rate_bps'>>

/** The line of a period, and its VAT rate in basis points. */
export interface PeriodTerms {
  description: string
  unit_amount_cents: string
  currency: string
  vat_rate_bps: number
}

/** The price of a recurring offer. */
export interface OfferPrice {
  unitAmountCents: number
  currency: string
  interval: InvoiceSchedule['interval']
}

/** Append-only. */
interface ScheduleHistory {
  id: string
  org_id: string
  schedule_id: string
  kind: ScheduleHistoryKind
  detail: Json<ScheduleHistoryDetail>
  author: Json<ChangeAuthor>
  created_at: Created
}

interface OwnOfInvoice {
  org_id: string
  status: Generated<Invoice['status']>
  /** The period of its schedule. */
  period: Date | null
  /** What the invoice bills: a period of its schedule or subscription, without its end. */
  service_from: Date | null
  service_until: Date | null
  version: Generated<number>
  /** Recorded from the processor; its number is not from the org's sequence. */
  mirrored: Generated<boolean>
  /** Set before the processor voids, so that its event is not applied as a write-off. */
  void_requested: Generated<boolean>
  /** Set before the processor closes an invoice that was paid elsewhere, so that its event is not taken for its own payment. */
  paid_outside: Json<PaidOutside, null, undefined>
  /** The author of the requested void or payment. */
  asked_by: Json<ChangeAuthor, null, undefined>
  /** The total of the credit notes. */
  credited_cents: Counter
  /** The VAT in it. */
  credited_vat_cents: Counter
  /** The part of it that was credited before the payment, and was therefore never paid. */
  credited_unpaid_cents: Counter
  payments_synced_at: Date | null
  payments_session_id: string | null
  mailed_at: Date | null
  /** When persons had it mailed again lately. */
  sends: Generated<Date[]>
  /** The reason of the last failed attempt at mailing. */
  mail_failed: string | null
}

/** A payment outside the processor. */
export interface PaidOutside {
  paidAt: string
  method: string
  reference: string | null
  /** The attempt to close the invoice at the processor. */
  attempt: string
}

/** Append-only. */
interface InvoiceHistory {
  id: string
  org_id: string
  invoice_id: string
  kind: InvoiceHistoryKind
  detail: Json<InvoiceHistoryDetail>
  author: Json<ChangeAuthor>
  created_at: Created
}

interface ReminderSettingsTable {
  org_id: string
  enabled: boolean
  /** Days after the due date, negative before it. */
  days: number[]
  /** Reminders of earlier moments are not sent. */
  enabled_at: Date
  updated_at: Created
}

/** The reminders that were queued, once for each issue of an invoice and each day. */
interface InvoiceReminders {
  invoice_id: string
  issue_date: Date
  days: number
  org_id: string
  created_at: Created
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

/** Append-only but for what the processor has of a note. */
interface OwnOfCreditNote {
  org_id: string
  line_items: Json<Invoice['lineItems'], null, null>
  /** Whether the invoice was paid before: at the processor the note lowers no amount due then. */
  after_payment: boolean
  /** Part of the idempotency key at the processor; raised when the key cannot succeed any more. */
  mirror_attempt: Generated<number>
  payments_credit_note_id: string | null
  touched_at: Created
}

/** A note of the processor about an invoice that is not recorded yet. */
interface WaitingCreditNotes {
  account_id: string
  processor_invoice_id: string
  credit_note_id: string
  org_id: string
  /** The object of its event. */
  note: Json<Record<string, unknown>>
  received_at: Created
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

/** A sum that updates add to. */
type Counter = ColumnType<string, number | undefined, number | string>

/** Changed with each entry and each reservation, in the same transaction. */
interface CreditAccounts {
  user_id: string
  balance: Counter
  /** The part of the balance that running calls hold. */
  reserved: Counter
  entries: Counter
}

/** Append-only; a trigger refuses changes. */
interface CreditTransactions {
  id: string
  user_id: string
  kind: 'topup' | 'grant' | 'usage' | 'refund'
  credits: Cents
  /** The place in the ledger of the person, from 1, without gaps. */
  sequence: Cents
  /** The balance after the entry. */
  balance: Cents
  description: string
  /** The run or reservation of a charge, the session of a top-up. */
  reference: string | null
  reservation_id: string | null
  payments_session_id: string | null
  created_at: Created
}

interface CreditReservations {
  id: string
  org_id: string
  user_id: string
  /** The idempotency key of the call. */
  key: string
  credits: Cents
  charged: Counter
  status: Generated<'held' | 'settled' | 'released' | 'refunded'>
  workflow_id: string | null
  run_id: string | null
  node: string | null
  model: string
  /** The calendar month (UTC) that it counts for: `2026-01`. */
  month: string
  expires_at: Date
  settled_at: Date | null
  created_at: Created
}

/** The spend of an org in a month; an empty workflow is the whole org. */
interface CreditMonths {
  org_id: string
  month: string
  workflow_id: string
  used: Counter
  held: Counter
}

/** A part of the sums of the invoices of a month (`2026-01`, empty for drafts), a customer or an offer. */
interface InvoiceSums {
  org_id: string
  kind: 'month' | 'customer' | 'offer'
  key: string
  currency: string
  status: Invoice['status']
  n: Cents
  total_cents: Cents
  credited_cents: Cents
  credited_unpaid_cents: Cents
  folded: Generated<boolean>
}

interface OwnOfTicketType {
  org_id: string
  happening_id: string
  place_in_list: number
  /** Changed by a conditional update alone; a constraint holds it at the capacity. */
  sold: Generated<number>
  /** Free tickets are being given to the waiting list, step by step; visitors get none of them. */
  serving: Generated<boolean>
}

/** An order of the tickets of one type. */
interface TicketOrders {
  id: string
  org_id: string
  happening_id: string
  ticket_type_id: string
  quantity: number
  name: string
  email: string
  created_at: Created
}

type TicketColumns = Omit<Ticket, 'ticketType' | 'name' | 'email'>

export interface Database extends PlatformTables {
  customers: TableOf<Customer, OwnOfCustomer>
  offers: TableOf<Offer, OwnOfOffer>
  schedules: TableOf<Omit<InvoiceSchedule, 'stuck' | 'failure'>, OwnOfSchedule>
  schedule_history: ScheduleHistory
  incoming_documents: TableOf<IncomingDocument, { org_id: string }>
  invoices: TableOf<Omit<Invoice, 'mailed' | 'amountDueCents'>, OwnOfInvoice>
  credit_notes: TableOf<CreditNote, OwnOfCreditNote>
  waiting_credit_notes: WaitingCreditNotes
  /** The number that was given last; a credit note keeps its number for good. */
  credit_note_sequences: { org_id: string; year: number; last: number }
  invoice_sequences: InvoiceSequences
  /** Added to by triggers in the transaction of each change. */
  invoice_sums: InvoiceSums
  invoice_pushes: InvoicePushes
  invoice_history: InvoiceHistory
  invoice_reminders: InvoiceReminders
  reminder_settings: ReminderSettingsTable
  mail_queue: MailQueueTable
  sellers: TableOf<Seller, { org_id: string; updated_at: Created }>
  payment_accounts: PaymentAccounts
  /** Earlier accounts of an org; their count is part of the idempotency key of the next one. */
  forgotten_accounts: { org_id: string; account_id: string; forgotten_at: Created }
  payment_events: { endpoint: string; event_id: string; type: string; outcome: string; received_at: Created }
  tax_rates: { account_id: string; rate_bps: number; tax_rate_id: string }
  /** `event_created` is the time of the stored statement, in seconds since 1970. */
  entitlements: TableOf<Entitlement, { event_created: ColumnType<string, number | undefined, number> }>
  plan_checkouts: PlanCheckouts
  credit_accounts: CreditAccounts
  credit_transactions: CreditTransactions
  credit_reservations: CreditReservations
  credit_months: CreditMonths
  /** An empty workflow is the whole org, `*` each workflow without a limit of its own. */
  credit_limits: { org_id: string; workflow_id: string; monthly_credits: Cents }
  happenings: TableOf<Omit<Happening, 'ticketTypes'>, { org_id: string }>
  ticket_types: TableOf<TicketType, OwnOfTicketType>
  ticket_orders: TicketOrders
  tickets: TableOf<TicketColumns, { org_id: string; checked_in_by: string | null }>
  /** The code is known to the person alone, by mail. */
  waiting_list: TableOf<WaitingEntry, { org_id: string; happening_id: string; code: string | null }>
  site_rebuild: { id: number; first_change_at: Date; due_at: Date; failures: Generated<number> }
}

export type Db = Kysely<Database>
export type Transaction = KyselyTransaction<Database>
export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>
export type Changes<T extends keyof Database> = Updateable<Database[T]>
