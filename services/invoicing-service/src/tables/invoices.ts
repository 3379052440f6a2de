import type {
  ChangeAuthor,
  Invoice,
  InvoicePayment,
  InvoiceRecipients,
  PaymentMethod,
  ReminderText,
} from '@atrium/contracts'
import type { Cents, Created, Json } from '@atrium/database'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Counter } from './credits.ts'

export interface OwnOfInvoice {
  org_id: string
  status: Generated<Invoice['status']>
  /** The time zone for its days. */
  time_zone: Generated<string>
  /** The day of `issue_date` in the time zone. */
  issued_on: GeneratedAlways<Date | null>
  period: Date | null
  /** The billed period of its schedule or subscription, end exclusive. */
  service_from: Date | null
  service_until: Date | null
  version: Generated<number>
  /** The secret of the public page. Drafts have one too, but their page is not served. */
  public_token: Generated<string>
  /** Recorded from the processor. Its number is not from the org's sequence. */
  mirrored: Generated<boolean>
  /** Set before the processor voids, so its event does not count as a write-off. */
  void_requested: Generated<boolean>
  /**
   * Set before the processor closes an invoice paid elsewhere, so its event does not count as the
   * processor's payment.
   */
  paid_outside: Json<PaidOutside, null, undefined>
  /** Who requested the void or payment. */
  asked_by: Json<ChangeAuthor, null, undefined>
  credited_cents: Counter
  credited_vat_cents: Counter
  /** The part credited before the payment. It was therefore never paid. */
  credited_unpaid_cents: Counter
  /** The sum of payments recorded by users. */
  recorded_cents: Counter
  /** Money returned to the customer through the processor. */
  refunded_cents: Counter
  reminders_paused: Generated<boolean>
  payments_synced_at: Date | null
  payments_session_id: string | null
  /** When `invoice.overdue` was emitted. Stays when the invoice is paid, changed or issued again. */
  overdue_announced_at: Date | null
  recipients: Json<InvoiceRecipients, null, null | undefined>
  mailed_at: Date | null
  /** When users mailed it again recently. */
  sends: Generated<Date[]>
  /** Why the last mailing attempt failed. */
  mail_failed: string | null
}

export interface PaidOutside {
  paidAt: string
  /** The day in the organisation's time zone. Missing in rows from earlier releases. */
  paidOn?: string
  method: string
  reference: string | null
  /** The attempt to close the invoice at the processor. */
  attempt: string
  /** The request's key, so a retry finds its payment. Missing without a key. */
  key?: string
  /** Set if the payment comes from a bank transaction. */
  bankTransactionId?: string
}

/** A user's payment. An undone one stays for the journal. */
export interface InvoicePayments {
  id: string
  org_id: string
  invoice_id: string
  amount_cents: Cents
  paid_on: string
  method: PaymentMethod
  reference: string | null
  /** True if it paid the rest. The history then has the payment as `paid`. */
  closing: boolean
  /** `pending` until the processor's page asks for this amount less, or again after an undo. */
  mirror: Generated<InvoicePayment['mirror']>
  /** Part of the idempotency key at the processor. Raised if the key can no longer succeed. */
  mirror_attempt: Generated<number>
  /** The invoice's currency. Null if an earlier release stored the payment. */
  currency: string | null
  payments_credit_note_id: string | null
  problem: string | null
  bank_transaction_id: string | null
  author: Json<ChangeAuthor>
  undone_at: Date | null
  created_at: Created
  touched_at: Created
}

export interface ReminderSettingsTable {
  org_id: string
  enabled: boolean
  /** Days after the due date, negative before it. */
  days: number[]
  /** The organisation's own words for single days. */
  texts: Json<ReminderText[], never, undefined>
  /** Earlier due reminders are not sent. */
  enabled_at: Date
  updated_at: Created
}

/** Queued reminders, at most one for each issue and day. */
export interface InvoiceReminders {
  invoice_id: string
  issue_date: Date
  days: number
  org_id: string
  created_at: Created
}

export interface InvoiceMails {
  key: string
  org_id: string
  invoice_id: string
  /** The mail's issue date, because a reset invoice is issued again. */
  issue_date: Date
  /** Recipients in addition to the queued mail's recipient. */
  also_to: string[]
  cc: string[]
  /** A user's own text. */
  message: string | null
  author: Json<ChangeAuthor>
  /** What the mail says, from when it is composed until its outcome is in the history. */
  subject: Generated<string | null>
  body: Generated<string | null>
  /** True if the mail's outcome is recorded on the invoice. */
  noted: Generated<boolean>
  created_at: Created
}

/** An attempt to issue a draft at the processor. Each result is stored before the next step. */
export interface InvoicePushes {
  invoice_id: string
  attempt: number
  org_id: string
  /** The pushed invoice version. */
  version: number
  account_id: string
  processor_customer_id: string
  currency: string
  due_date: Date
  payments_invoice_id: string | null
  created_number: string | null
  /**
   * The org's invoice number reserved for this attempt just before the invoice is finalized at the
   * processor.
   */
  number: string | null
  state: Generated<'begun' | 'filled' | 'finalized' | 'opened' | 'sent' | 'unsent' | 'discarded'>
  /** Raised when the processor caches a mailing failure under the key with this number. */
  mail_attempt: Generated<number>
  mail_due_at: Date | null
  hosted_invoice_url: string | null
  invoice_pdf_url: string | null
  created_at: Created
  touched_at: Created
}

export interface InvoiceSequences {
  org_id: string
  year: number
  last: number
  given: number | null
  /** Released numbers, ascending. They are reserved first. */
  released: Generated<number[]>
}
