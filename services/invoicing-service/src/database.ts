import type { FenceTables } from '@atrium/asset-fences'
import type {
  CreditNote,
  Customer,
  Entitlement,
  Happening,
  IncomingDocument,
  Invoice,
  InvoiceDefaults,
  InvoiceSchedule,
  InvoiceTimelineEntry,
  NumberedKind,
  Offer,
  ScheduleTimelineEntry,
  Seller,
  TicketType,
  WaitingEntry,
} from '@atrium/contracts'
import type { Cents, Created, PlatformTables, TableOf } from '@atrium/database'
import type { MailQueueTable } from '@atrium/mailer'
import type {
  Generated,
  Insertable,
  Kysely,
  Transaction as KyselyTransaction,
  Selectable,
  Updateable,
} from 'kysely'
import type {
  BankMappings,
  BankStatements,
  BankTransactionKeys,
  BankTransactions,
} from './tables/bank.ts'
import type { MergedCustomers, OwnOfCustomer, OwnOfOffer } from './tables/catalog.ts'
import type { OwnOfCreditNote, WaitingCreditNotes } from './tables/credit-notes.ts'
import type {
  CreditAccounts,
  CreditMonths,
  CreditReservations,
  CreditTransactions,
} from './tables/credits.ts'
import type { EstimateHistory, EstimateMails, Estimates } from './tables/estimates.ts'
import type {
  InvoiceMails,
  InvoicePayments,
  InvoicePushes,
  InvoiceReminders,
  InvoiceSequences,
  OwnOfInvoice,
  ReminderSettingsTable,
} from './tables/invoices.ts'
import type { OwnOfEntitlement, PaymentAccounts, PlanCheckouts } from './tables/processor.ts'
import type { PaymentReversals } from './tables/reversals.ts'
import type { OwnOfSchedule } from './tables/schedules.ts'
import type {
  OwnOfTicketType,
  TicketColumns,
  TicketOrders,
  TicketPayments,
} from './tables/tickets.ts'

export type { PaidOutside } from './tables/invoices.ts'
export type { OfferPrice, PeriodTerms } from './tables/schedules.ts'

type ComputedOfInvoice =
  | 'mailed'
  | 'paidCents'
  | 'amountDueCents'
  | 'issuedOn'
  | 'dueOn'
  | 'paymentReference'
  | 'publicToken'
  | 'publicUrl'
  | 'serviceFrom'
  | 'serviceTo'

export interface Database extends PlatformTables, FenceTables {
  customers: TableOf<Omit<Customer, 'balanceCents' | 'balanceCurrency'>, OwnOfCustomer>
  merged_customers: MergedCustomers
  offers: TableOf<Offer, OwnOfOffer>
  schedules: TableOf<Omit<InvoiceSchedule, 'stuck' | 'failure' | 'nextInvoiceOn'>, OwnOfSchedule>
  /** Append-only, like the invoice history. */
  schedule_history: TableOf<
    Omit<ScheduleTimelineEntry, 'body'>,
    { org_id: string; schedule_id: string }
  >
  incoming_documents: TableOf<IncomingDocument, { org_id: string }>
  invoices: TableOf<Omit<Invoice, ComputedOfInvoice>, OwnOfInvoice>
  invoice_payments: InvoicePayments
  bank_statements: BankStatements
  bank_transactions: BankTransactions
  bank_transaction_keys: BankTransactionKeys
  bank_mappings: BankMappings
  credit_notes: TableOf<Omit<CreditNote, 'issuedOn'>, OwnOfCreditNote>
  waiting_credit_notes: WaitingCreditNotes
  /** Records made by workflow steps. */
  keyed_records: { org_id: string; key: string; record_id: string; created_at: Created }
  /** The last number used. A credit note keeps its number for good. */
  credit_note_sequences: { org_id: string; year: number; last: number }
  estimate_sequences: { org_id: string; year: number; last: number }
  number_formats: {
    org_id: string
    kind: NumberedKind
    prefix: string
    with_year: boolean
    digits: number
  }
  invoice_sequences: InvoiceSequences
  estimates: Estimates
  estimate_history: EstimateHistory
  /** Why buyers could not buy. `day` is `YYYY-MM-DD`. */
  refused_sales: { org_id: string; code: string; day: string; offer_id: string }
  estimate_mails: EstimateMails
  invoice_pushes: InvoicePushes
  invoice_history: TableOf<
    Omit<InvoiceTimelineEntry, 'body'>,
    { org_id: string; invoice_id: string }
  >
  invoice_reminders: InvoiceReminders
  invoice_mails: InvoiceMails
  reminder_settings: ReminderSettingsTable
  invoicing_defaults: TableOf<
    Omit<InvoiceDefaults, 'lastVatRateBps'>,
    { org_id: string; updated_at: Created }
  >
  /** An organisation's time zone as last reported by identity. */
  org_time_zones: { org_id: string; time_zone: string }
  mail_queue: MailQueueTable
  sellers: TableOf<Required<Omit<Seller, 'smallBusiness'>>, { org_id: string; updated_at: Created }>
  payment_accounts: PaymentAccounts
  /** An org's earlier accounts. Their count is part of the next account's idempotency key. */
  forgotten_accounts: { org_id: string; account_id: string; forgotten_at: Created }
  payment_events: {
    endpoint: string
    event_id: string
    type: string
    outcome: string
    received_at: Created
  }
  payment_reversals: PaymentReversals
  tax_rates: { account_id: string; rate_bps: number; tax_rate_id: string }
  entitlements: TableOf<Entitlement, OwnOfEntitlement>
  plan_checkouts: PlanCheckouts
  credit_accounts: CreditAccounts
  credit_transactions: CreditTransactions
  credit_reservations: CreditReservations
  credit_months: CreditMonths
  /** An empty workflow id means the whole org, `*` means any workflow without a limit itself. */
  credit_limits: { org_id: string; workflow_id: string; monthly_credits: Cents }
  happenings: TableOf<
    Omit<Happening, 'ticketTypes'>,
    { org_id: string; version: Generated<number> }
  >
  ticket_types: TableOf<TicketType, OwnOfTicketType>
  ticket_orders: TicketOrders
  ticket_payments: TicketPayments
  tickets: TableOf<TicketColumns, { org_id: string; checked_in_by: string | null }>
  /** Only the user knows the code, which is sent by mail. */
  waiting_list: TableOf<
    WaitingEntry,
    { org_id: string; happening_id: string; code: string | null; client: string | null }
  >
  site_rebuild: { id: number; first_change_at: Date; due_at: Date; failures: Generated<number> }
}

export interface OrgKey {
  org_id: string
  id: string
}

export type Db = Kysely<Database>
export type Transaction = KyselyTransaction<Database>
export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>
export type Changes<T extends keyof Database> = Updateable<Database[T]>
