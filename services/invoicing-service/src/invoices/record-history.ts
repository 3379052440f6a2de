import type { AuditAction, InvoiceHistoryKind } from '@atrium/contracts'
import { audit } from '@atrium/database'
import type { Transaction } from '../database.ts'
import { type HistoryEntry, recordHistories } from './history.db.ts'
import { auditAuthorOf } from './history.ts'
import type { InvoiceRow } from './invoice.ts'

/** The events of invoices of which the audit tells; that of a credit note is recorded with the note. */
const actions: Partial<Record<InvoiceHistoryKind, AuditAction>> = {
  opened: 'invoice.finalized',
  mailed: 'invoice.sent',
  paid: 'invoice.paid',
  voided: 'invoice.voided',
  uncollectible: 'invoice.uncollectible',
  reset: 'invoice.reset',
}

export async function recordHistory(tx: Transaction, invoice: InvoiceRow, entry: HistoryEntry) {
  await recordHistories(tx, [{ invoice, ...entry }])
  // The mail of a finalized invoice is a part of that.
  const action = entry.kind === 'mailed' && entry.author.type === 'agent' ? undefined : actions[entry.kind]
  if (action === undefined) return
  await audit(tx, invoice.org_id, {
    action,
    author: auditAuthorOf(entry.author),
    target: { type: 'invoice', id: invoice.id, name: invoice.number ?? 'Draft' },
    detail: { amountCents: Number(invoice.total_amount_cents), currency: invoice.currency },
  })
}
