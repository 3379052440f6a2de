import { AppError, type Customer, commonErrors } from '@atrium/contracts'
import { z } from 'zod'

/** A refusal of the processor, with its reason. */
export class ProcessorRefusal extends AppError {
  /** Whether the request names an object that does not exist (any more). */
  readonly missing: boolean
  /** Whether the object of the call, or its account, does not exist (any more). */
  readonly gone: boolean
  /** The refused parameter: `customer`, `tax_rates[0]`, `number`. */
  readonly parameter: string | undefined

  constructor(init: Pick<ProcessorRefusal, 'message' | 'missing' | 'gone' | 'parameter' | 'cause'>) {
    super({ kind: 'unprocessable', code: 'processor_refused', message: init.message, cause: init.cause })
    this.missing = init.missing
    this.gone = init.gone
    this.parameter = init.parameter
  }
}

export const isRefusal = (error: unknown): error is ProcessorRefusal => error instanceof ProcessorRefusal

/** For `catch`: undefined in place of a refusal. Throws every other error. */
export function undefinedIfRefused(error: unknown): undefined {
  if (!isRefusal(error)) throw error
}

/** The processor. Throws `not_configured` (400) while `PAYMENTS_SECRET_KEY` is unset. */
export function requireProcessor({ processor }: { processor: Processor | null }): Processor {
  if (processor !== null) return processor
  throw commonErrors.not_configured({ message: 'The payment processor is not configured' })
}

export const ProcessorAccount = z.object({
  accountId: z.string(),
  chargesEnabled: z.boolean(),
  detailsSubmitted: z.boolean(),
})
export type ProcessorAccount = z.infer<typeof ProcessorAccount>

export type ProcessorCustomer = Pick<
  Customer,
  'id' | 'name' | 'email' | Extract<keyof Customer, `billing${string}`>
>

/** An attempt to issue an invoice; the idempotency key of each step derives from `key`. */
export interface InvoiceDraft {
  key: string
  invoiceId: string
  customerId: string
  currency: string
  dueDate: Date
  /** Null for a number of the processor's choice. */
  number: string | null
}

/** The characters that the description of a line may have. */
export const longestDescription = 500

/** The first `most` code units of a text, without the half of a character that the cut would leave. */
export const cutText = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')

export interface InvoiceDraftLine {
  key: string
  processorInvoiceId: string
  customerId: string
  currency: string
  description: string
  amountCents: number
  taxRateId: string
}

export interface IssuedInvoice {
  /** Not whole for a part of a minor unit; undefined when the answer has none. */
  totalCents: number | undefined
  hostedInvoiceUrl: string | null
  invoicePdf: string | null
}

export interface ProcessorInvoice {
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  /** Not whole for a part of a minor unit; undefined when the answer has none. */
  totalCents: number | undefined
  amountPaidCents: number
  /** The amount that credit notes took off before a payment. */
  creditedCents: number
}

/** One of our credit notes, for the processor's copy of its invoice. */
export interface CreditNoteMirror {
  key: string
  creditNoteId: string
  number: string
  reason: string
  processorInvoiceId: string
  currency: string
  subtotalCents: number
  vatCents: number
  /** The account's rate of the VAT; null for an invoice that the processor has made and taxed itself. */
  taxRateId: string | null
  /** Whether the invoice was paid before; the money then goes back outside of the processor. */
  afterPayment: boolean
}

export interface OfferMirror {
  offerId: string
  termsVersion: number
  productId: string | null
  previousPriceId: string | null
  name: string
  description: string
  priceCents: number
  currency: string
  interval: 'month' | 'year' | null
}

export interface CheckoutRequest {
  key: string
  mode: 'payment' | 'subscription'
  priceId: string
  quantity: number
  email: string | null
  successUrl: string
  cancelUrl: string
  metadata: Readonly<Record<string, string>>
  /** Null for the processor's default. */
  expiresAt: Date | null
}

export interface CheckoutSession {
  id: string
  url: string
}

/**
 * The port to the payment processor, each call on one connected account; it has its effect once per key. Throws
 * `unavailable` for an unknown outcome, `processor_refused`, `processor_failed_before` when no retry under a key can
 * succeed, and `amount_not_chargeable`. Amounts are in minor units of ISO 4217.
 */
export interface Processor {
  /** The account of an org; another one for another `nth`, which counts from 0. The onboarding proposes `name`. */
  createAccount(orgId: string, nth: number, name?: string): Promise<ProcessorAccount>
  onboardingUrl(accountId: string, returnUrl: string): Promise<string>
  account(accountId: string): Promise<ProcessorAccount>
  /** `insteadOf` is the id of a customer that is gone. */
  createCustomer(accountId: string, customer: ProcessorCustomer, insteadOf?: string): Promise<string>
  updateCustomer(accountId: string, customerId: string, customer: ProcessorCustomer): Promise<void>
  createTaxRate(accountId: string, rateBps: number, insteadOf?: string): Promise<string>
  createInvoice(accountId: string, draft: InvoiceDraft): Promise<string>
  addInvoiceLine(accountId: string, line: InvoiceDraftLine): Promise<void>
  numberInvoice(accountId: string, processorInvoiceId: string, number: string, key: string): Promise<void>
  finalizeInvoice(accountId: string, processorInvoiceId: string, key: string): Promise<IssuedInvoice>
  sendInvoice(accountId: string, processorInvoiceId: string, key: string): Promise<void>
  /** When an invoice was mailed, by the events of the account since a moment; undefined when it was not. */
  mailedAt(accountId: string, processorInvoiceId: string, since: Date): Promise<Date | undefined>
  deleteInvoiceDraft(accountId: string, processorInvoiceId: string): Promise<void>
  voidInvoice(accountId: string, processorInvoiceId: string): Promise<void>
  /** Closes an open invoice as paid elsewhere. */
  payOutside(accountId: string, processorInvoiceId: string): Promise<void>
  invoice(accountId: string, processorInvoiceId: string): Promise<ProcessorInvoice>
  /** The invoice and the checkout session of a payment; `sessionTotal` is in the processor's decimals. */
  findPayment(
    accountId: string,
    paymentIntentId: string,
  ): Promise<{ invoiceId: string | null; sessionId: string | null; sessionTotal: number | null }>
  /** All lines of an invoice, in the form of the webhooks; undefined for more than `most`. */
  invoiceLines(accountId: string, processorInvoiceId: string, most: number): Promise<unknown[] | undefined>
  /** The id of the processor's credit note. Refused when `afterPayment` is not what the processor has of the invoice. */
  createCreditNote(accountId: string, note: CreditNoteMirror): Promise<string>
  /** The id of the processor's credit note for one of ours; undefined when it has none. */
  findCreditNote(
    accountId: string,
    note: Pick<CreditNoteMirror, 'creditNoteId' | 'processorInvoiceId'>,
  ): Promise<string | undefined>
  /** Creates or updates the product, adds a price of these terms and archives the previous one. */
  mirrorOffer(accountId: string, mirror: OfferMirror): Promise<{ productId: string; priceId: string }>
  archivePrice(accountId: string, priceId: string): Promise<void>
  describeProduct(
    accountId: string,
    productId: string,
    text: Pick<OfferMirror, 'name' | 'description'>,
  ): Promise<void>
  /** Archives the price as well, unless it is null. */
  archiveProduct(accountId: string, productId: string, priceId: string | null): Promise<void>
  checkout(accountId: string, request: CheckoutRequest): Promise<CheckoutSession>
  /** The page on which a customer changes or ends subscriptions. */
  portalUrl(accountId: string, customerId: string, returnUrl: string): Promise<string>
  /** Ends an open session; refused for one that is not open. */
  expireCheckout(accountId: string, sessionId: string): Promise<void>
  /** All events of an account since a moment, in the form of the webhooks, oldest first. */
  events(accountId: string, sinceSeconds: number): AsyncIterable<unknown>
}
