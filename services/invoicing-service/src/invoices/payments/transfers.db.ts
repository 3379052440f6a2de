import type { ChangeAuthor } from '@atrium/contracts'
import { json } from '@atrium/database'
import { sql } from 'kysely'
import type { PaidOutside, Transaction } from '../../database.ts'
import type { InvoiceRow } from '../invoice.ts'

interface Made {
  invoice: InvoiceRow
  amountCents: number
  outside: PaidOutside
  isClosing: boolean
}

/** Adds payments to locked invoices, and marks fully paid ones as paid. */
export async function settleInvoiceRows(
  tx: Transaction,
  orgId: string,
  author: ChangeAuthor,
  made: readonly Made[],
): Promise<InvoiceRow[]> {
  const payments = made.map(({ invoice, amountCents, outside, isClosing }) => ({
    id: invoice.id,
    amount: amountCents,
    outside,
    closing: isClosing,
    paid_at: outside.paidAt,
  }))
  const { rows } = await sql<InvoiceRow>`
    update invoices as i set
      recorded_cents = i.recorded_cents + p.amount,
      status = case when p.closing then 'paid' else i.status end,
      paid_at = case when p.closing then p.paid_at else i.paid_at end,
      paid_outside = case when p.closing then p.outside else i.paid_outside end,
      asked_by = case when p.closing then ${json(author)} else i.asked_by end,
      version = i.version + 1,
      updated_at = now()
    from jsonb_to_recordset(${json(payments)}) as p
      (id text, amount bigint, outside jsonb, closing boolean, paid_at timestamptz)
    where i.org_id = ${orgId} and i.id = p.id
    returning i.*`.execute(tx)
  return rows
}

/** Stores payments, and marks their bank transactions as matched. */
export async function insertTransfers(
  tx: Transaction,
  orgId: string,
  {
    author,
    by,
    payments,
  }: {
    author: ChangeAuthor
    by: 'platform' | 'user'
    payments: ReadonlyArray<Made & { id: string }>
  },
): Promise<void> {
  await tx
    .insertInto('invoice_payments')
    .values(
      payments.map(({ id, invoice, amountCents, outside, isClosing }) => ({
        id,
        org_id: orgId,
        invoice_id: invoice.id,
        amount_cents: amountCents,
        currency: invoice.currency,
        paid_on: outside.paidOn ?? outside.paidAt.slice(0, 10),
        method: 'transfer' as const,
        reference: outside.reference,
        closing: isClosing,
        // The processor's page of a partly paid invoice asks for less afterwards.
        mirror:
          isClosing || invoice.payments_invoice_id === null
            ? ('none' as const)
            : ('pending' as const),
        bank_transaction_id: outside.bankTransactionId ?? null,
        author: json(author),
      })),
    )
    .execute()
  const ids = [...new Set(payments.map(({ outside }) => outside.bankTransactionId ?? ''))]
  await tx
    .updateTable('bank_transactions')
    .set({ status: 'matched', matched_by: by, matching_until: null })
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .execute()
}

/** Marks a transaction as matched after its payment closed an invoice. */
export const markTransactionMatched = (tx: Transaction, orgId: string, id: string) =>
  tx
    .updateTable('bank_transactions')
    .set((eb) => ({
      status: 'matched' as const,
      matched_by: eb.fn.coalesce('matched_by', eb.val('user' as const)),
    }))
    .where((eb) => eb.and({ org_id: orgId, id }))
    .execute()
