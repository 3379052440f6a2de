import { commonErrors, webhookErrors } from '@atrium/contracts'
import { z } from 'zod'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { fromProviderAmount } from './provider-amount.ts'

// The end of the year 9999, the last one with a four-digit timestamp.
const seconds = z.number().int().min(0).max(253_402_300_799)
// Indexes cannot store long ids.
const id = z.string().min(1).max(255)

const day = 86_400
/** The fields read from the provider's events. `account` is the connected account of the event. */
export const EventFields = z.object({
  id,
  type: id,
  account: id.nullish().catch(null),
  created: seconds.nullable().catch(null),
  // An event without an object has a type that is not handled, and needs no redelivery.
  data: z.object({ object: z.record(z.string(), z.unknown()) }).catch({ object: {} }),
})
export type ProcessorEvent = z.infer<typeof EventFields> & { created: number }

/** Gives an event the current time if its own is unreadable or in the future. */
export function limitTime(event: z.infer<typeof EventFields>, now: Date): ProcessorEvent {
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const { created } = event
  // A time in the future would outrank every later event.
  const isPast = created !== null && created <= nowSeconds + day
  return { ...event, created: isPast ? created : nowSeconds }
}

/**
 * Applies an event in the transaction that records it. Returns false if nothing here concerns the
 * event.
 */
export type Effect = (deps: Deps, tx: Transaction, event: ProcessorEvent) => Promise<boolean>

export type Endpoint = 'invoicing' | 'offers' | 'connect'

/** An event's result: `seen` if it was stored already. */
export type Outcome = 'handled' | 'ignored' | 'seen'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Parses a verified body. Throws `validation_failed` (400). */
export function parseEvent(body: Uint8Array, now: Date): ProcessorEvent {
  try {
    return limitTime(EventFields.parse(JSON.parse(decoder.decode(body))), now)
  } catch (cause) {
    throw commonErrors.validation_failed({ message: 'The body is not an event', cause })
  }
}

/** Parses an event's object. Throws `event_unreadable`, so call it before the effect writes. */
export function readObject<S extends z.ZodType>(schema: S, event: ProcessorEvent): z.output<S> {
  const parsed = schema.safeParse(event.data.object)
  if (parsed.success) return parsed.data
  throw webhookErrors.event_unreadable({ cause: parsed.error })
}

/** A field that may be absent. Unreadable values become null. */
const optional = <S extends z.ZodType>(schema: S) => schema.nullish().catch(null)

// A sale stays readable if a display text is not.
const text = optional(z.string().max(2_000))
const email = optional(z.string().max(254))
const Metadata = z.record(z.string(), z.string().max(500)).nullish()
const cents = z.number().int().min(-999_999_999_999).max(999_999_999_999)
// The amounts of a sale mean nothing without the right currency.
const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .nullish()
const moment = optional(seconds)

const Reference = z
  .union([id, z.object({ id })])
  .nullish()
  .catch(null)
  .transform((value) => (typeof value === 'object' && value !== null ? value.id : (value ?? null)))

const Address = optional(
  z.object({ line1: text, line2: text, city: text, postal_code: text, state: text, country: text }),
)

export type ProcessorAddress = z.output<typeof Address>

// Current API versions put an invoice's subscription under `parent`, older ones at the top level.
const SubscriptionDetails = optional(z.object({ metadata: Metadata, subscription: Reference }))

export const Stated = z.object({ id })

/** The invoice fields that every invoice event needs. */
export const StatedInvoice = z
  .object({
    id,
    currency: currency.catch(null),
    hosted_invoice_url: text,
    invoice_pdf: text,
    pre_payment_credit_notes_amount: cents.nullish().catch(null),
  })
  .transform(({ pre_payment_credit_notes_amount: credited, ...invoice }) => ({
    ...invoice,
    creditedCents: fromProviderAmount(credited ?? 0, invoice.currency),
  }))

export type StatedInvoice = z.infer<typeof StatedInvoice>

const Period = optional(z.object({ start: moment, end: moment }))
const Amounts = optional(z.array(z.object({ amount: cents })))
const sumAmounts = (amounts: ReadonlyArray<{ amount: number }> | null | undefined): number =>
  (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)

const InvoiceLine = z.object({
  description: text,
  amount: cents.nullish(),
  period: Period,
  discount_amounts: Amounts,
  taxes: optional(z.array(z.object({ amount: cents, tax_behavior: text }))),
  /** The taxes in older API versions. */
  tax_amounts: optional(z.array(z.object({ amount: cents, inclusive: z.boolean().nullish() }))),
})

/** Returns a line's amount without its discounts and without included tax. */
function calculateNet({
  amount,
  discount_amounts,
  taxes,
  tax_amounts,
}: z.output<typeof InvoiceLine>) {
  if (amount == null) return amount
  const included =
    taxes?.filter(({ tax_behavior }) => tax_behavior === 'inclusive') ??
    tax_amounts?.filter(({ inclusive }) => inclusive === true)
  return amount - sumAmounts(discount_amounts) - sumAmounts(included)
}

const inMinorUnits =
  <K extends string>(...fields: K[]) =>
  <O extends { currency?: string | null | undefined } & { [F in K]?: number | null | undefined }>(
    object: O,
  ): O => ({
    ...object,
    ...Object.fromEntries(
      fields.map((field) => [field, fromProviderAmount(object[field], object.currency)]),
    ),
  })

/** An invoice in the current API versions, and in older endpoints that send `subscription`. */
export const InvoiceObject = z
  .object({
    id,
    number: text,
    billing_reason: text,
    currency,
    customer: Reference,
    customer_email: email,
    customer_name: text,
    customer_address: Address,
    subtotal: cents.nullish(),
    total: cents.nullish(),
    amount_paid: cents.nullish(),
    total_excluding_tax: cents.nullish(),
    created: moment,
    due_date: moment,
    hosted_invoice_url: text,
    invoice_pdf: text,
    status_transitions: optional(z.object({ finalized_at: moment })),
    total_discount_amounts: Amounts,
    lines: optional(z.object({ data: z.array(InvoiceLine), has_more: z.boolean().nullish() })),
    parent: optional(z.object({ subscription_details: SubscriptionDetails })),
    subscription_details: SubscriptionDetails,
  })
  .transform(inMinorUnits('subtotal', 'total', 'amount_paid', 'total_excluding_tax'))
  .transform(({ lines, total_discount_amounts, ...invoice }) => ({
    ...invoice,
    discountCents: fromProviderAmount(sumAmounts(total_discount_amounts), invoice.currency),
    hasMoreLines: lines?.has_more === true,
    lines: (lines?.data ?? []).map((line) => ({
      description: line.description,
      period: line.period,
      amount: fromProviderAmount(line.amount, invoice.currency),
      net: fromProviderAmount(calculateNet(line), invoice.currency),
    })),
  }))
export type InvoiceObject = z.infer<typeof InvoiceObject>

export const CreditNoteObject = z
  .object({
    id,
    invoice: Reference,
    // In the invoice currency, with tax. In minor units after parsing.
    total: cents,
    currency,
    memo: text,
    type: text,
    status: text,
    metadata: Metadata.catch(null),
  })
  .transform((note) => ({ ...note, total: fromProviderAmount(note.total, note.currency) }))
export type CreditNoteObject = z.infer<typeof CreditNoteObject>

export const SessionObject = z
  .object({
    id,
    mode: text,
    payment_status: text,
    currency,
    amount_subtotal: cents.nullish(),
    amount_total: cents.nullish(),
    total_details: z.object({ amount_tax: cents.nullish() }).nullish(),
    created: moment,
    customer: Reference,
    customer_email: email,
    customer_details: optional(z.object({ email, name: text, address: Address })),
    invoice: Reference,
    subscription: Reference,
    metadata: Metadata,
  })
  .transform(inMinorUnits('amount_subtotal', 'amount_total'))
  .transform((session) => ({
    ...session,
    taxCents: fromProviderAmount(session.total_details?.amount_tax ?? 0, session.currency),
  }))
export type SessionObject = z.infer<typeof SessionObject>

export const SubscriptionObject = z.object({
  id,
  status: text,
  customer: Reference,
  cancel_at: moment,
  current_period_end: moment,
  items: optional(z.object({ data: z.array(z.object({ current_period_end: moment })) })),
  metadata: Metadata,
})
export type SubscriptionObject = z.infer<typeof SubscriptionObject>

export const AccountObject = z
  .object({ id, charges_enabled: z.boolean().nullish(), details_submitted: z.boolean().nullish() })
  .transform((account) => ({
    accountId: account.id,
    chargesEnabled: account.charges_enabled ?? undefined,
    detailsSubmitted: account.details_submitted ?? undefined,
  }))

// The platform adds `checkout_session` and `session_total` itself (`addPayment`).
const payment = {
  id,
  currency: z.string().regex(/^[A-Za-z]{3}$/),
  invoice: Reference,
  checkout_session: Reference,
  session_total: cents.nullish().catch(null),
}

export const ChargeObject = z
  .object({ ...payment, amount: cents.nullish().catch(null), amount_refunded: cents.min(0) })
  .transform((charge) => ({
    id: charge.id,
    currency: charge.currency.toUpperCase(),
    refundedCents: fromProviderAmount(charge.amount_refunded, charge.currency),
    paidCents: fromProviderAmount(charge.amount ?? null, charge.currency),
    processorInvoiceId: charge.invoice,
    sessionId: charge.checkout_session,
  }))

export const DisputeObject = z
  .object({
    ...payment,
    amount: cents.min(0),
    reason: optional(z.string().max(200)),
    status: z.string().max(100),
  })
  .transform((dispute) => ({
    id: dispute.id,
    currency: dispute.currency.toUpperCase(),
    amountCents: fromProviderAmount(dispute.amount, dispute.currency),
    paidCents: fromProviderAmount(dispute.session_total ?? null, dispute.currency),
    reason: dispute.reason?.replaceAll('_', ' ') ?? null,
    status: dispute.status,
    processorInvoiceId: dispute.invoice,
    sessionId: dispute.checkout_session,
  }))
