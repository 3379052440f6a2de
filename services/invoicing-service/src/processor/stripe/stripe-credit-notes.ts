import type Stripe from 'stripe'
import type { CreditNoteMirror } from '../processor.ts'
import { toProviderAmount } from '../provider-amount.ts'
import { callStripe } from './call-stripe.ts'
import { Id } from './shapes.ts'

/**
 * Creates the provider's credit note with one line and our VAT amount. The provider gives its
 * document a separate number, so the document is not mailed, and the memo names our number. A
 * credit after the payment moves no money, because it is settled elsewhere.
 */
export function createStripeCreditNote(
  stripe: Stripe,
  stripeAccount: string,
  note: CreditNoteMirror,
) {
  return callStripe(Id, () =>
    stripe.creditNotes.create(
      {
        invoice: note.processorInvoiceId,
        ...toContent(note),
        memo: `${note.number}: ${note.reason}`,
        email_type: 'none',
        metadata: { credit_note_id: note.creditNoteId },
        ...(note.afterPayment
          ? {
              out_of_band_amount: toProviderAmount(
                note.subtotalCents + note.vatCents,
                note.currency,
              ),
            }
          : {}),
      },
      { stripeAccount, idempotencyKey: note.key },
    ),
  )
}

function toContent(note: CreditNoteMirror) {
  const { number, subtotalCents, vatCents, currency, taxRateId } = note
  if (taxRateId === null) {
    const [net, vat] = [
      toProviderAmount(subtotalCents, currency),
      toProviderAmount(vatCents, currency),
    ]
    return { amount: net + vat }
  }
  const parts = note.parts ?? [{ subtotalCents, vatCents, taxRateId }]
  return {
    lines: parts.map((part) => {
      const net = toProviderAmount(part.subtotalCents, currency)
      const vat = toProviderAmount(part.vatCents, currency)
      const tax = { amount: vat, tax_rate: part.taxRateId, taxable_amount: net }
      return {
        type: 'custom_line_item' as const,
        description: number,
        quantity: 1,
        unit_amount: net,
        tax_amounts: [tax],
      }
    }),
  }
}

/** Finds the provider's credit note with our id among all credit notes of the invoice. */
export const findStripeCreditNote = (
  stripe: Stripe,
  stripeAccount: string,
  {
    creditNoteId,
    processorInvoiceId,
  }: Pick<CreditNoteMirror, 'creditNoteId' | 'processorInvoiceId'>,
) =>
  callStripe(Id.optional(), async () => {
    const notes = stripe.creditNotes.list(
      { invoice: processorInvoiceId, limit: 100 },
      { stripeAccount },
    )
    for await (const note of notes)
      if (note.metadata?.['credit_note_id'] === creditNoteId) return note
    return undefined
  })
