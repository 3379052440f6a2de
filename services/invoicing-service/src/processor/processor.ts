import { AppError, type Customer, commonErrors } from '@atrium/contracts'
import { z } from 'zod'

export class ProcessorRefusal extends AppError {
  /** True if the requested object does not exist or no longer exists. */
  readonly missing: boolean
  /** True if the object or its account does not exist or no longer exists. */
  readonly gone: boolean
  /** The refused parameter, for example `customer`, `tax_rates[0]` or `number`. */
  readonly parameter: string | undefined

  constructor(
    init: Pick<ProcessorRefusal, 'message' | 'missing' | 'gone' | 'parameter' | 'cause'>,
  ) {
    super({
      kind: 'unprocessable',
      code: 'processor_refused',
      message: init.message,
      cause: init.cause,
    })
    this.missing = init.missing
    this.gone = init.gone
    this.parameter = init.parameter
  }
}

export const isRefusal = (error: unknown): error is ProcessorRefusal =>
  error instanceof ProcessorRefusal

/** For `catch`: returns undefined for a refusal and throws every other error. */
export function undefinedIfRefused(error: unknown): undefined {
  if (!isRefusal(error)) throw error
}

/** Returns the processor. Throws `not_configured` (400) if `PAYMENTS_SECRET_KEY` is unset. */
export function requireProcessor({ processor }: { processor: Processor | null }): Processor {
  if (processor !== null) return processor
  throw commonErrors.not_configured({ message: 'The payment provider is not configured' })
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

/** An attempt to issue an invoice. The idempotency key of each step derives from `key`. */
export interface InvoiceDraft {
  key: string
  invoiceId: string
  customerId: string
  currency: string
  dueDate: Date
  /** Null if the processor should choose the number. */
  number: string | null
}

/**
 * The longest time in which a delayed payment succeeds or fails. SEPA debits take up to 14 business
 * days. Holidays and delays add to them.
 */
export const untilSettledMs = 30 * 86_400_000

/** The longest line description, in characters. */
export const longestDescription = 500

/** Returns the first `most` code units of a text and never splits a character. */
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
  /**
   * Has a fraction if the amount is not a whole number of minor units. Undefined if the response
   * has no total.
   */
  totalCents: number | undefined
  hostedInvoiceUrl: string | null
  invoicePdf: string | null
}

export interface ProcessorInvoice {
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  /**
   * Has a fraction if the amount is not a whole number of minor units. Undefined if the response
   * has no total.
   */
  totalCents: number | undefined
  amountPaidCents: number
  /** What credit notes credited before a payment. */
  creditedCents: number
}

export interface CreditNoteMirror {
  key: string
  creditNoteId: string
  number: string
  reason: string
  processorInvoiceId: string
  currency: string
  subtotalCents: number
  vatCents: number
  /** The account's VAT rate, or null if the processor made and taxed the invoice itself. */
  taxRateId: string | null
  /** The parts of the amounts if the invoice has several VAT rates. */
  parts?: ReadonlyArray<{ subtotalCents: number; vatCents: number; taxRateId: string }>
  /** True if the invoice was already paid. The money is then returned outside of the processor. */
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
 * The interface to the payment processor. Each call concerns one connected account and takes effect
 * once per key. Throws `unavailable` if the outcome is unknown, `processor_refused`,
 * `processor_failed_before` if no retry under a key can succeed, and `amount_not_chargeable`.
 * Amounts are in ISO 4217 minor units.
 */
export interface Processor {
  /**
   * Creates an org's account. Another `nth`, counted from 0, gives another account. The onboarding
   * proposes `name`.
   */
  createAccount(orgId: string, nth: number, name?: string): Promise<ProcessorAccount>
  onboardingUrl(accountId: string, returnUrl: string): Promise<string>
  account(accountId: string): Promise<ProcessorAccount>
  /** `insteadOf` is the id of a lost customer. */
  createCustomer(
    accountId: string,
    customer: ProcessorCustomer,
    insteadOf?: string,
  ): Promise<string>
  updateCustomer(accountId: string, customerId: string, customer: ProcessorCustomer): Promise<void>
  createTaxRate(accountId: string, rateBps: number, insteadOf?: string): Promise<string>
  createInvoice(accountId: string, draft: InvoiceDraft): Promise<string>
  addInvoiceLine(accountId: string, line: InvoiceDraftLine): Promise<void>
  numberInvoice(
    accountId: string,
    processorInvoiceId: string,
    number: string,
    key: string,
  ): Promise<void>
  finalizeInvoice(
    accountId: string,
    processorInvoiceId: string,
    key: string,
  ): Promise<IssuedInvoice>
  sendInvoice(accountId: string, processorInvoiceId: string, key: string): Promise<void>
  /**
   * Returns when an invoice was mailed, according to the account's events since a moment, or
   * undefined if it was not.
   */
  mailedAt(accountId: string, processorInvoiceId: string, since: Date): Promise<Date | undefined>
  deleteInvoiceDraft(accountId: string, processorInvoiceId: string): Promise<void>
  voidInvoice(accountId: string, processorInvoiceId: string): Promise<void>
  payOutside(accountId: string, processorInvoiceId: string): Promise<void>
  invoice(accountId: string, processorInvoiceId: string): Promise<ProcessorInvoice>
  /**
   * Returns the invoice and checkout session of a payment. `sessionTotal` is in the processor's
   * decimals.
   */
  findPayment(
    accountId: string,
    paymentIntentId: string,
  ): Promise<{ invoiceId: string | null; sessionId: string | null; sessionTotal: number | null }>
  /**
   * Returns all lines of an invoice as in the webhooks, or undefined if there are more than `most`.
   */
  invoiceLines(
    accountId: string,
    processorInvoiceId: string,
    most: number,
  ): Promise<unknown[] | undefined>
  /**
   * Returns the id of the processor's credit note. Refused if `afterPayment` does not match the
   * invoice's state at the processor.
   */
  createCreditNote(accountId: string, note: CreditNoteMirror): Promise<string>
  /** Returns the id of the processor's copy of our credit note, or undefined if there is none. */
  findCreditNote(
    accountId: string,
    note: Pick<CreditNoteMirror, 'creditNoteId' | 'processorInvoiceId'>,
  ): Promise<string | undefined>
  /** Voids a credit note of an open invoice, whose page then asks for the amount again. */
  voidCreditNote(accountId: string, processorCreditNoteId: string): Promise<void>
  /**
   * Creates or updates the product, adds a price for these terms and archives the previous price.
   */
  mirrorOffer(
    accountId: string,
    mirror: OfferMirror,
  ): Promise<{ productId: string; priceId: string }>
  archivePrice(accountId: string, priceId: string): Promise<void>
  describeProduct(
    accountId: string,
    productId: string,
    text: Pick<OfferMirror, 'name' | 'description'>,
  ): Promise<void>
  /** Also archives the price, unless it is null. */
  archiveProduct(accountId: string, productId: string, priceId: string | null): Promise<void>
  checkout(accountId: string, request: CheckoutRequest): Promise<CheckoutSession>
  /** Returns the page where a customer changes or ends subscriptions. */
  portalUrl(accountId: string, customerId: string, returnUrl: string): Promise<string>
  /** Ends a session. Refused if the session is not open. */
  expireCheckout(accountId: string, sessionId: string): Promise<void>
  /** Yields an account's events since a moment as in the webhooks, oldest first. */
  events(accountId: string, sinceSeconds: number): AsyncIterable<unknown>
}
