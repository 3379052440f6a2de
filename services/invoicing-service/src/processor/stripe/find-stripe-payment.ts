import type Stripe from 'stripe'
import { z } from 'zod'
import { undefinedIfRefused } from '../processor.ts'
import { callStripe } from './call-stripe.ts'

const InvoicePayments = z.object({
  data: z.array(z.object({ invoice: z.union([z.string(), z.object({ id: z.string() })]) })),
})
const Sessions = z.object({
  data: z.array(z.object({ id: z.string(), amount_total: z.number().int().nullish() })),
})

/** Returns the invoice and checkout session of a payment, or null for a missing one. */
export async function findStripePayment(stripe: Stripe, stripeAccount: string, intent: string) {
  const [invoices, sessions] = await Promise.all([
    callStripe(InvoicePayments, () =>
      stripe.invoicePayments.list(
        { payment: { type: 'payment_intent', payment_intent: intent }, limit: 1 },
        { stripeAccount },
      ),
    ).catch(undefinedIfRefused),
    callStripe(Sessions, () =>
      stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 }, { stripeAccount }),
    ).catch(undefinedIfRefused),
  ])
  const invoice = invoices?.data[0]?.invoice ?? null
  const session = sessions?.data[0]
  return {
    invoiceId: typeof invoice === 'object' && invoice !== null ? invoice.id : invoice,
    sessionId: session?.id ?? null,
    sessionTotal: session?.amount_total ?? null,
  }
}
