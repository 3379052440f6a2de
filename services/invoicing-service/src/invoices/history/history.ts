import {
  type AuditAction,
  AuditRecorded,
  type BillingTimelineQuery,
  type ChangeAuthor,
  type InvoiceHistoryDetail,
  type InvoiceHistoryKind,
  type InvoiceTimelineEntry,
  type Principal,
} from '@atrium/contracts'
import {
  type AuditAuthor,
  type AuditedAction,
  auditRecord,
  emitEntries,
  eventEntry,
} from '@atrium/database'
import type { Transaction } from '../../database.ts'
import type { Ctx, Deps, IdSource } from '../../deps.ts'
import { formatAmount } from '../../pdf/format.ts'
import type { InvoiceRow } from '../invoice.ts'
import { getInvoiceRow } from '../invoices.db.ts'
import { type HistoryEntry, type HistoryRow, listHistory, recordHistories } from './history.db.ts'

export const platformAuthor: ChangeAuthor = { type: 'agent', id: 'invoicing' }

export const processorAuthor: ChangeAuthor = { type: 'agent', id: 'processor' }

/** Returns the principal as an event author, with the API key or assistant that acted. */
export function toAuthor({ userId: id, via, credentialId: keyId }: Principal): ChangeAuthor {
  if (via === 'session') return { type: 'user', id }
  return { type: 'user', id, via, ...(via === 'api_key' ? { keyId } : {}) }
}

export function toAuditAuthor({ type, id, keyId }: ChangeAuthor): AuditAuthor {
  if (type === 'agent') return 'platform'
  return keyId === undefined
    ? { type: 'user', id, userId: id }
    : { type: 'api_key', id: keyId, userId: id }
}

const inDays = (n: number): string => (n === 1 ? '1 day' : `${n} days`)

function remindedAt(days: number): string {
  if (days === 0) return 'Reminder on the due date'
  return `Reminder ${inDays(Math.abs(days))} ${days < 0 ? 'before' : 'after'} the due date`
}

function paidBy({ method, reference }: InvoiceHistoryDetail): string {
  if (method === undefined) return 'Paid through the payment processor'
  if (method === 'nothing_due') return 'Nothing had to be paid'
  if (method === 'credit_note') return 'Paid: a credit note covers the rest'
  return `Paid outside the processor: ${method}${reference === undefined ? '' : `, ${reference}`}`
}

const describeAmount = ({ amountCents, currency }: InvoiceHistoryDetail): string =>
  amountCents === undefined || currency === undefined
    ? 'the payment'
    : formatAmount(amountCents, currency)

const bodies: Readonly<Record<InvoiceHistoryKind, (detail: InvoiceHistoryDetail) => string>> = {
  drafted: () => 'Drafted',
  opened: ({ number }) => `Opened with the number ${number ?? 'of its draft'}`,
  mailed: () => 'Mailed to the customer',
  mail_failed: ({ reason }) => `The mail to the customer failed: ${reason ?? 'unknown reason'}`,
  reminded: ({ days }) => remindedAt(days ?? 0),
  paid: paidBy,
  payment_recorded: (detail) => `A payment of ${describeAmount(detail)} was recorded`,
  payment_undone: (detail) => `The payment of ${describeAmount(detail)} was undone`,
  voided: () => 'Voided',
  uncollectible: () => 'Written off at the payment processor',
  credited: ({ number, reason }) =>
    `Credited with ${number ?? 'a credit note'}: ${reason ?? 'no reason'}`,
  credit_refused: ({ number, reason }) =>
    `The processor refused ${number ?? 'a credit note'}: ${reason ?? 'unknown reason'}`,
  reset: () => 'Reset to a draft',
  refunded: (detail) => `${describeAmount(detail)} was refunded at the processor`,
  disputed: (detail) =>
    `The customer disputes ${describeAmount(detail)}: ${detail.reason ?? 'no reason given'}`,
  dispute_won: (detail) => `The dispute over ${describeAmount(detail)} ended in your favour`,
  dispute_lost: (detail) => `The dispute over ${describeAmount(detail)} was lost`,
}

export { type HistoryEntry, recordHistories } from './history.db.ts'

const toEntry = ({
  id,
  kind,
  detail,
  author,
  created_at: at,
}: HistoryRow): InvoiceTimelineEntry => ({
  id,
  kind,
  body: bodies[kind](detail),
  detail,
  author,
  createdAt: at.toISOString(),
})

/** Returns a page of an invoice's events. Throws `not_found`. */
export async function readTimeline(
  deps: Deps,
  { principal }: Ctx,
  { id, query }: { id: string; query: BillingTimelineQuery },
) {
  const { orgId } = principal
  await getInvoiceRow(deps.db, orgId, id)
  const { rows, ...page } = await listHistory(deps.db, orgId, id, query)
  return { items: rows.map(toEntry), ...page }
}

/** The audited invoice events. A credit note's event is audited with the note. */
const actions: Partial<Record<InvoiceHistoryKind, AuditAction>> = {
  opened: 'invoice.finalized',
  mailed: 'invoice.sent',
  paid: 'invoice.paid',
  payment_recorded: 'invoice.payment_recorded',
  payment_undone: 'invoice.payment_undone',
  voided: 'invoice.voided',
  uncollectible: 'invoice.uncollectible',
  reset: 'invoice.reset',
}

export async function recordHistory(
  deps: IdSource,
  tx: Transaction,
  invoice: InvoiceRow,
  entry: HistoryEntry,
) {
  await recordAuditedHistories(deps, tx, [{ invoice, ...entry }])
}

/** Records entries of several invoices, audits those of audited kinds, and emits their events. */
export async function recordAuditedHistories(
  deps: IdSource,
  tx: Transaction,
  entries: ReadonlyArray<HistoryEntry & { invoice: InvoiceRow }>,
) {
  await recordHistories(deps, tx, entries)
  await emitEntries(
    tx,
    entries.flatMap((entry) => {
      const { events = [], invoice } = entry
      const audited = auditedAction(entry)
      if (audited === undefined) return events
      return [eventEntry(AuditRecorded, invoice.org_id, auditRecord(audited)), ...events]
    }),
  )
}

function auditedAction({
  invoice,
  kind,
  author,
  detail,
}: HistoryEntry & { invoice: InvoiceRow }): AuditedAction | undefined {
  // The platform's first mail belongs to finalizing and is not audited again.
  const action = kind === 'mailed' && author.type === 'agent' ? undefined : actions[kind]
  if (action === undefined) return undefined
  return {
    action,
    author: toAuditAuthor(author),
    target: { type: 'invoice', id: invoice.id, name: invoice.number ?? 'Draft' },
    detail: {
      amountCents: kind.startsWith('payment_')
        ? (detail?.amountCents ?? 0)
        : Number(invoice.total_amount_cents),
      currency: invoice.currency,
    },
  }
}
