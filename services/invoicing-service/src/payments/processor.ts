import { AppError, processorErrors } from '@atrium/contracts'

export { processorErrors }

/** The processor said no, with what it said about the reason. */
export class ProcessorRefusal extends AppError {
  /** Whether it does not have (any more) what the request names. */
  readonly missing: boolean
  /** The parameter that it complains of: `customer`, `tax_rates[0]`, `number`. */
  readonly parameter: string | undefined

  constructor(init: { message: string; missing: boolean; parameter: string | undefined; cause?: unknown }) {
    super({ kind: 'unprocessable', code: 'processor_refused', message: init.message, cause: init.cause })
    this.missing = init.missing
    this.parameter = init.parameter
  }
}

/** Whether an error is the processor's refusal. */
export const isRefusal = (error: unknown): error is ProcessorRefusal => error instanceof ProcessorRefusal

export interface ProcessorAccount {
  accountId: string
  chargesEnabled: boolean
  detailsSubmitted: boolean
}

export interface ProcessorCustomer {
  id: string
  name: string
  email: string
  address: {
    line1: string | null
    line2: string | null
    city: string | null
    postalCode: string | null
    state: string | null
    country: string | null
  }
}

/** One attempt to issue an invoice; every idempotency key of its steps derives from `key`. */
export interface InvoiceDraft {
  key: string
  invoiceId: string
  customerId: string
  currency: string
  dueDate: Date
  /** Null for the processor's own. */
  number: string | null
}

export interface InvoiceDraftLine {
  description: string
  amountCents: number
}

/** What finalizing an invoice brings. */
export interface IssuedInvoice {
  /** Undefined when the processor does not say. */
  totalCents: number | undefined
  hostedInvoiceUrl: string | null
  invoicePdf: string | null
}

/** What the processor says of an invoice. */
export interface ProcessorInvoice {
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  /** Undefined when the processor does not say. */
  totalCents: number | undefined
  amountPaidCents: number
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
  email: string | null
  successUrl: string
  cancelUrl: string
  metadata: Readonly<Record<string, string>>
  /** Null for the processor's own time. */
  expiresAt: Date | null
}

export interface CheckoutSession {
  id: string
  url: string
}

/**
 * The payment processor as this service uses it: direct charges, always on one connected account. Every method
 * throws `unavailable` (503) when the outcome is unknown, `processor_refused` (422) when it said no, and the
 * steps of issuing an invoice `processor_failed_before` when no repetition under their key can succeed any more.
 * Repeating a call with the same key has its effect once.
 */
export interface Processor {
  /** The org's account; another one for another `nth`, which counts from 0. */
  createAccount(orgId: string, nth: number): Promise<ProcessorAccount>
  onboardingUrl(accountId: string, returnUrl: string): Promise<string>
  account(accountId: string): Promise<ProcessorAccount>
  /** `insteadOf` is the id of one that is gone. */
  createCustomer(accountId: string, customer: ProcessorCustomer, insteadOf?: string): Promise<string>
  updateCustomer(accountId: string, customerId: string, customer: ProcessorCustomer): Promise<void>
  createTaxRate(accountId: string, rateBps: number, insteadOf?: string): Promise<string>
  /** The id of the new draft. */
  createInvoice(accountId: string, draft: InvoiceDraft): Promise<string>
  addInvoiceLine(
    accountId: string,
    line: InvoiceDraftLine & {
      key: string
      processorInvoiceId: string
      customerId: string
      currency: string
      taxRateId: string
    },
  ): Promise<void>
  /** Numbers a draft. */
  numberInvoice(accountId: string, processorInvoiceId: string, number: string, key: string): Promise<void>
  finalizeInvoice(accountId: string, processorInvoiceId: string, key: string): Promise<IssuedInvoice>
  sendInvoice(accountId: string, processorInvoiceId: string, key: string): Promise<void>
  deleteInvoiceDraft(accountId: string, processorInvoiceId: string): Promise<void>
  voidInvoice(accountId: string, processorInvoiceId: string): Promise<void>
  invoice(accountId: string, processorInvoiceId: string): Promise<ProcessorInvoice>
  /** Creates or updates the product, adds a price of these terms and archives the previous one. */
  mirrorOffer(accountId: string, mirror: OfferMirror): Promise<{ productId: string; priceId: string }>
  archivePrice(accountId: string, priceId: string): Promise<void>
  /** What a product of an active offer says. */
  describeProduct(
    accountId: string,
    productId: string,
    words: Pick<OfferMirror, 'name' | 'description'>,
  ): Promise<void>
  /** Archives the price as well, unless it is null. */
  archiveProduct(accountId: string, productId: string, priceId: string | null): Promise<void>
  checkout(accountId: string, request: CheckoutRequest): Promise<CheckoutSession>
  /** Ends an open session; refused for one that is not open. */
  expireCheckout(accountId: string, sessionId: string): Promise<void>
  /** The account's events since a moment, as the webhooks would have brought them, oldest first. */
  events(accountId: string, sinceSeconds: number): AsyncIterable<unknown>
}
