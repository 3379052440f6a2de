import type Stripe from 'stripe'
import type { CreditNoteMirror } from '../processor.ts'
import { toProviderAmount } from '../provider-amount.ts'
import { callStripe } from './call-stripe.ts'
import { CreditNotePage, Identified } from './shapes.ts'

/**
 * Creates the provider's credit note over one line with the VAT of ours. Its own document has a number of the provider
 * and is therefore not mailed; the memo names ours. A credit after the payment moves no money: it is settled elsewhere.
 */
export async function createStripeCreditNote(stripe: Stripe, stripeAccount: string, note: CreditNoteMirror) {
  const created = await callStripe(Identified, () =>
    stripe.creditNotes.create(
      {
        invoice: note.processorInvoiceId,
        ...contentOf(note),
        memo: `${note.number}: ${note.reason}`,
        email_type: 'none',
        metadata: { credit_note_id: note.creditNoteId },
        ...(note.afterPayment
          ? { out_of_band_amount: toProviderAmount(note.subtotalCents + note.vatCents, note.currency) }
          : {}),
      },
      { stripeAccount, idempotencyKey: note.key },
    ),
  )
  return created.id
}

function contentOf({ number, subtotalCents, vatCents, currency, taxRateId }: CreditNoteMirror) {
  const [net, vat] = [subtotalCents, vatCents].map((cents) => toProviderAmount(cents, currency)) as [
    number,
    number,
  ]
  if (taxRateId === null) return { amount: net + vat }
  const tax = { amount: vat, tax_rate: taxRateId, taxable_amount: net }
  const line = { description: number, quantity: 1, unit_amount: net, tax_amounts: [tax] }
  return { lines: [{ type: 'custom_line_item', ...line }] }
}

/** The provider's credit note with our id, among all of the invoice. */
export async function findStripeCreditNote(
  stripe: Stripe,
  stripeAccount: string,
  { creditNoteId, processorInvoiceId }: Pick<CreditNoteMirror, 'creditNoteId' | 'processorInvoiceId'>,
): Promise<string | undefined> {
  let after: string | undefined
  for (;;) {
    const page = await callStripe(CreditNotePage, () =>
      stripe.creditNotes.list(
        {
          invoice: processorInvoiceId,
          limit: 100,
          ...(after === undefined ? {} : { starting_after: after }),
        },
        { stripeAccount },
      ),
    )
    const found = page.data.find(({ metadata }) => metadata?.['credit_note_id'] === creditNoteId)
    if (found !== undefined) return found.id
    after = page.data.at(-1)?.id
    if (!page.has_more || after === undefined) return undefined
  }
}
