import type { z } from 'zod'
import type { Emit } from './emit.ts'
import { getInvoice } from './invoices.ts'
import { type CreditNote, freshId, type Invoice, nowSeconds } from './objects.ts'
import { params } from './params.ts'
import { ProviderError } from './provider-error.ts'
import { found, on, page, type Route } from './route.ts'
import type { AccountState } from './state.ts'

interface NewCreditNote {
  /** Without tax. */
  subtotal: number
  amount: number
  outOfBandAmount: number
  memo: string | null
  metadata: Record<string, string>
}

const refused = (message: string, param: string): ProviderError =>
  new ProviderError({ message, param })

/** Credits an unpaid invoice and lowers its amount due. If nothing is left, the invoice is paid. */
function creditUnpaid(
  state: AccountState,
  invoice: Invoice,
  note: NewCreditNote,
  emit: Emit,
): void {
  if (note.outOfBandAmount !== 0) {
    throw refused(
      'You cannot credit an amount outside of an invoice that is not paid.',
      'out_of_band_amount',
    )
  }
  if (note.amount > invoice.amount_remaining) {
    throw refused('The amount exceeds the amount remaining of the invoice.', 'amount')
  }
  invoice.pre_payment_credit_notes_amount =
    (invoice.pre_payment_credit_notes_amount ?? 0) + note.amount
  invoice.amount_due -= note.amount
  invoice.amount_remaining -= note.amount
  if (invoice.amount_remaining > 0) return
  invoice.status = 'paid'
  invoice.status_transitions.paid_at = nowSeconds()
  emit(state, 'invoice.paid', invoice)
}

function creditPaid(invoice: Invoice, note: NewCreditNote): void {
  if (note.outOfBandAmount !== note.amount) {
    throw refused(
      'The sum of credit amount, refund amount and out of band amount must equal the amount of the credit note.',
      'out_of_band_amount',
    )
  }
  const credited = (invoice.post_payment_credit_notes_amount ?? 0) + note.amount
  if (credited > invoice.amount_paid) {
    throw refused('The amount exceeds the amount paid of the invoice.', 'amount')
  }
  invoice.post_payment_credit_notes_amount = credited
}

function newCreditNote(
  state: AccountState,
  invoice: Invoice,
  input: NewCreditNote,
  emit: Emit,
): CreditNote {
  if (invoice.status === 'draft' || invoice.status === 'void') {
    throw refused(
      `You cannot create a credit note for an invoice that is ${invoice.status}.`,
      'invoice',
    )
  }
  if (input.amount <= 0) throw refused('The amount must be greater than 0.', 'amount')
  const isPaid = invoice.status === 'paid'
  const nth =
    [...state.creditNotes.values()].filter((other) => other.invoice === invoice.id).length + 1
  const note: CreditNote = {
    id: freshId('cn'),
    object: 'credit_note',
    invoice: invoice.id,
    customer: invoice.customer,
    amount: input.amount,
    subtotal: input.subtotal,
    total: input.amount,
    currency: invoice.currency,
    memo: input.memo,
    number: `${invoice.number}-CN-${String(nth).padStart(2, '0')}`,
    out_of_band_amount: input.outOfBandAmount === 0 ? null : input.outOfBandAmount,
    status: 'issued',
    type: isPaid ? 'post_payment' : 'pre_payment',
    created: nowSeconds(),
    livemode: false,
    metadata: input.metadata,
  }
  if (isPaid) creditPaid(invoice, input)
  else creditUnpaid(state, invoice, input, emit)
  state.creditNotes.set(note.id, note)
  emit(state, 'credit_note.created', note)
  return note
}

/** Returns the amounts of the lines with their tax, or a single amount. */
function calculateAmounts(
  state: AccountState,
  { amount, lines }: z.output<typeof params.creditNote>,
): Pick<NewCreditNote, 'subtotal' | 'amount'> {
  if ((amount === undefined) === (lines === undefined)) {
    throw refused('You must pass one of amount or lines.', 'amount')
  }
  if (lines === undefined) return { subtotal: amount ?? 0, amount: amount ?? 0 }
  const taxes = lines.flatMap(({ tax_amounts = [] }) => tax_amounts)
  for (const { tax_rate } of taxes) found(state.taxRates, 'tax rate', tax_rate)
  const subtotal = lines.reduce((sum, line) => sum + line.unit_amount, 0)
  return { subtotal, amount: taxes.reduce((sum, tax) => sum + tax.amount, subtotal) }
}

/** Voids a note on an open invoice. The invoice's amount due rises again. */
function voidCreditNote(state: AccountState, id: string, emit: Emit): CreditNote {
  const note = found(state.creditNotes, 'credit note', id)
  const invoice = getInvoice(state, note.invoice)
  if (note.status === 'void') throw refused('The credit note is void already.', 'id')
  if (invoice.status !== 'open') {
    throw refused('You can only void a credit note of an open invoice.', 'id')
  }
  invoice.pre_payment_credit_notes_amount =
    (invoice.pre_payment_credit_notes_amount ?? 0) - note.amount
  invoice.amount_due += note.amount
  invoice.amount_remaining += note.amount
  note.status = 'void'
  emit(state, 'credit_note.voided', note)
  return note
}

export const creditNoteRoutes: Readonly<Record<string, Route>> = {
  'POST /v1/credit_notes': on(params.creditNote, (state, input, _call, { emit }) =>
    newCreditNote(
      state,
      getInvoice(state, input.invoice),
      {
        ...calculateAmounts(state, input),
        outOfBandAmount: input.out_of_band_amount ?? 0,
        memo: input.memo ?? null,
        metadata: input.metadata ?? {},
      },
      emit,
    ),
  ),
  'POST /v1/credit_notes/:id/void': on(params.none, (state, _input, { id }, { emit }) =>
    voidCreditNote(state, id, emit),
  ),
  'GET /v1/credit_notes': on(params.list, (state, input) => {
    const rows = [...state.creditNotes.values()].filter(
      ({ invoice }) => input.invoice === undefined || invoice === input.invoice,
    )
    return page(rows.reverse(), input, '/v1/credit_notes')
  }),
}
