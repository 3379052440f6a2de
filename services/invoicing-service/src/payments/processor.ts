import { defineErrors, type InvoiceLineItem } from '@atrium/contracts'

export const processorErrors = defineErrors({
  processor_unavailable: {
    kind: 'bad_gateway',
    message: 'The payment processor did not answer as it should; nothing is lost, try again',
  },
  processor_refused: { kind: 'unprocessable', message: 'The payment processor refused the request' },
})

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

export interface InvoicePush {
  /** Our id; every idempotency key derives from it. */
  invoiceId: string
  /** Distinguishes a push after a reset from the one before it. */
  attempt: number
  number: string
  customerId: string
  currency: string
  dueDate: Date
  taxRateId: string | null
  lines: ReadonlyArray<InvoiceLineItem & { netCents: number }>
}

/** What the processor says of an invoice. */
export interface ProcessorInvoice {
  id: string
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  totalCents: number
  amountPaidCents: number
  hostedInvoiceUrl: string | null
  invoicePdf: string | null
}

export interface OfferMirror {
  offerId: string
  version: number
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
}

/**
 * The payment processor as this service uses it: direct charges, always on one connected account. Every method
 * throws `processor_unavailable` (502) when the outcome is unknown, `processor_refused` (422) when it said no.
 */
export interface Processor {
  createAccount(orgId: string): Promise<ProcessorAccount>
  onboardingUrl(accountId: string, returnUrl: string): Promise<string>
  account(accountId: string): Promise<ProcessorAccount>
  createCustomer(accountId: string, customer: ProcessorCustomer): Promise<string>
  createTaxRate(accountId: string, rateBps: number): Promise<string>
  /** Creates, fills, finalizes and sends an invoice. Repeating it after a crash continues where it stopped. */
  pushInvoice(accountId: string, push: InvoicePush): Promise<ProcessorInvoice>
  voidInvoice(accountId: string, processorInvoiceId: string): Promise<ProcessorInvoice>
  invoice(accountId: string, processorInvoiceId: string): Promise<ProcessorInvoice>
  /** Creates or updates the product and replaces its price when asked for a new one. */
  mirrorOffer(accountId: string, mirror: OfferMirror): Promise<{ productId: string; priceId: string }>
  archiveProduct(accountId: string, productId: string): Promise<void>
  checkout(accountId: string, request: CheckoutRequest): Promise<string>
}
