import type Stripe from 'stripe'
import { callStripe } from './call-stripe.ts'
import { LinePage } from './shapes.ts'

const onPage = 100

/** All lines of an invoice, as the provider shows them; undefined for more than `most`. */
export async function listStripeLines(
  stripe: Stripe,
  stripeAccount: string,
  invoiceId: string,
  most: number,
): Promise<unknown[] | undefined> {
  const lines: Array<{ id: string }> = []
  for (;;) {
    const after = lines.at(-1)?.id
    const query = { limit: onPage, ...(after === undefined ? {} : { starting_after: after }) }
    const page = await callStripe(LinePage, () =>
      stripe.invoices.listLineItems(invoiceId, query, { stripeAccount }),
    )
    lines.push(...page.data)
    if (lines.length > most) return undefined
    if (!page.has_more || page.data.length === 0) return lines
  }
}
