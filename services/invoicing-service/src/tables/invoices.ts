import type { ChangeAuthor, Invoice } from '@atrium/contracts'
import type { Cents, Created, Json } from '@atrium/database'
import type { Generated } from 'kysely'
import type { Counter } from './credits.ts'

export interface OwnOfInvoice {
  org_id: string
  status: Generated<Invoice['status']>
  /** The time zone in which its days are counted. */
  time_zone: Generated<string>
  /** The period of its schedule. */
  period: Date | null
  /** The billed period of its schedule or subscription, without its end. */
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
  /** The money that went back to the customer through the processor. */
  refunded_cents: Counter
  payments_synced_at: Date | null
  payments_session_id: string | null
  mailed_at: Date | null
  /** When persons had it mailed again lately. */
  sends: Generated<Date[]>
  /** The reason of the last failed attempt at mailing. */
  mail_failed: string | null
}

export interface PaidOutside {
  paidAt: string
  method: string
  reference: string | null
  /** The attempt to close the invoice at the processor. */
  attempt: string
}

export interface ReminderSettingsTable {
  org_id: string
  enabled: boolean
  /** Days after the due date, negative before it. */
  days: number[]
  /** Reminders of earlier moments are not sent. */
  enabled_at: Date
  updated_at: Created
}

/** The reminders that were queued, once for each issue of an invoice and each day. */
export interface InvoiceReminders {
  invoice_id: string
  issue_date: Date
  days: number
  org_id: string
  created_at: Created
}

/** A mail of the platform that carries an invoice. */
export interface InvoiceMails {
  /** The key of the queued mail. */
  key: string
  org_id: string
  invoice_id: string
  /** The issue that it belongs to. A reset invoice is issued again. */
  issue_date: Date
  /** Recipients besides that of the queued mail. */
  also_to: string[]
  cc: string[]
  /** A person's own words. */
  message: string | null
  author: Json<ChangeAuthor>
  /** Whether the end of the mail is recorded at the invoice. */
  noted: Generated<boolean>
  created_at: Created
}

/** An attempt to issue a draft at the processor; each result is stored before the next step. */
export interface InvoicePushes {
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

export interface InvoiceSequences {
  org_id: string
  year: number
  /** The highest number in use. */
  last: number
  /** The number that was reserved last. */
  given: number | null
  /** Released numbers, ascending; they are reserved first. */
  released: Generated<number[]>
}

/** A part of the sums of the invoices of a month (`2026-01`, empty for drafts), a customer or an offer. */
export interface InvoiceSums {
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
