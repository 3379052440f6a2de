import { z } from 'zod'
import { AccountObject } from '../event.ts'
import type { IssuedInvoice, ProcessorAccount, ProcessorInvoice } from '../processor.ts'
import { exactFromProviderAmount, fromProviderAmount } from '../provider-amount.ts'

// Only the fields that are read.
export const Identified = z.object({ id: z.string().min(1) })
export const Id = Identified.transform(({ id }) => id)

export const Unread = z.unknown()

export const Url = z.object({ url: z.string().min(1) }).transform(({ url }) => url)

export const SessionShape = z.object({ id: z.string().min(1), url: z.string().min(1) })

export const AccountShape = AccountObject.transform(
  ({ accountId, chargesEnabled = false, detailsSubmitted = false }): ProcessorAccount => ({
    accountId,
    chargesEnabled,
    detailsSubmitted,
  }),
)

export const IssuedShape = z
  .object({
    currency: z.string().nullish(),
    total: z.number().int().nullish(),
    hosted_invoice_url: z.string().nullish(),
    invoice_pdf: z.string().nullish(),
  })
  .transform(
    (invoice): IssuedInvoice => ({
      totalCents: exactFromProviderAmount(invoice.total ?? undefined, invoice.currency),
      hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
      invoicePdf: invoice.invoice_pdf ?? null,
    }),
  )

export const InvoiceShape = z
  .object({
    status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
    currency: z.string().nullish(),
    total: z.number().int().nullish(),
    amount_paid: z.number().int().nullish(),
    pre_payment_credit_notes_amount: z.number().int().nullish(),
  })
  .transform(
    (invoice): ProcessorInvoice => ({
      status: invoice.status,
      totalCents: exactFromProviderAmount(invoice.total ?? undefined, invoice.currency),
      amountPaidCents: fromProviderAmount(invoice.amount_paid ?? 0, invoice.currency),
      creditedCents: fromProviderAmount(
        invoice.pre_payment_credit_notes_amount ?? 0,
        invoice.currency,
      ),
    }),
  )

export const Lines = z.array(z.looseObject({ id: z.string().min(1) }))

export const SentEvent = z.object({ created: z.number(), data: z.object({ object: Identified }) })
