import { commonErrors, webhookErrors } from '@atrium/contracts'
import { z } from 'zod'

// Until the end of the year 9999, the last that a timestamp of ours is written in.
const seconds = z.number().int().min(0).max(253_402_300_799)
// Ids stand in indexes, which take no long ones.
const id = z.string().min(1).max(255)

const day = 86_400
const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** The provider's event, as far as it is read; `account` is the connected account on which it happened. */
export const ProcessorEvent = z.object({
  id,
  type: id,
  account: id.nullish().catch(null),
  // One from the future would outrank every later statement.
  created: seconds.refine((said) => said <= nowSeconds() + day).catch(nowSeconds),
  // An event without an object (of a type unknown here) is no reason for the provider to deliver it again.
  data: z.object({ object: z.record(z.string(), z.unknown()) }).catch({ object: {} }),
})
export type ProcessorEvent = z.infer<typeof ProcessorEvent>

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Parses a verified body. Throws `validation_failed` (400). */
export function parseEvent(body: Uint8Array): ProcessorEvent {
  try {
    return ProcessorEvent.parse(JSON.parse(decoder.decode(body)))
  } catch (cause) {
    throw commonErrors.validation_failed({ message: 'The body is not an event', cause })
  }
}

/** The object of an event. Throws `event_unreadable`; call it before the effect writes anything. */
export function objectOf<S extends z.ZodType>(schema: S, event: ProcessorEvent): z.output<S> {
  const parsed = schema.safeParse(event.data.object)
  if (parsed.success) return parsed.data
  throw webhookErrors.event_unreadable({ cause: parsed.error })
}

// What is merely shown is not worth losing a sale over.
const text = z.string().max(2_000).nullish().catch(null)
const email = z.string().max(254).nullish().catch(null)
const Metadata = z.record(z.string(), z.string().max(500)).nullish()
const cents = z.number().int().min(-999_999_999_999).max(999_999_999_999)
// In another currency than was meant it would be another sale.
const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .nullish()
const moment = seconds.nullish().catch(null)

const Reference = z
  .union([id, z.object({ id })])
  .nullish()
  .catch(null)
  .transform((value) => (typeof value === 'object' && value !== null ? value.id : (value ?? null)))

const Address = z
  .object({
    line1: text,
    line2: text,
    city: text,
    postal_code: text,
    state: text,
    country: text,
  })
  .nullish()
  .catch(null)

// Present API versions say under `parent` which subscription an invoice is of, older ones beside it.
const SubscriptionDetails = z.object({ metadata: Metadata }).nullish().catch(null)

/** What every statement about an invoice needs. */
export const StatedInvoice = z.object({ id, hosted_invoice_url: text, invoice_pdf: text })

/** An invoice of the present API versions, and of older endpoints that still send `subscription`. */
export const InvoiceObject = z.object({
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
  status_transitions: z.object({ finalized_at: moment }).nullish().catch(null),
  lines: z
    .object({ data: z.array(z.object({ description: text, amount: cents.nullish() })) })
    .nullish()
    .catch(null),
  parent: z.object({ subscription_details: SubscriptionDetails }).nullish().catch(null),
  subscription_details: SubscriptionDetails,
})
export type InvoiceObject = z.infer<typeof InvoiceObject>

export const SessionObject = z.object({
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
  customer_details: z.object({ email, name: text, address: Address }).nullish().catch(null),
  invoice: Reference,
  metadata: Metadata,
})
export type SessionObject = z.infer<typeof SessionObject>

export const SubscriptionObject = z.object({
  id,
  status: text,
  customer: Reference,
  current_period_end: moment,
  items: z
    .object({ data: z.array(z.object({ current_period_end: moment })) })
    .nullish()
    .catch(null),
  metadata: Metadata,
})
export type SubscriptionObject = z.infer<typeof SubscriptionObject>

export const AccountObject = z.object({
  id,
  charges_enabled: z.boolean().nullish(),
  details_submitted: z.boolean().nullish(),
})
