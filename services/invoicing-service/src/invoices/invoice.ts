import { Invoice, type InvoiceMailed, invoiceErrors } from '@atrium/contracts'
import { createView } from '@atrium/database'
import { addDays, dayIn, endOfDay } from '../calendar/calendar-days.ts'
import type { Row } from '../database.ts'
import type { Deps } from '../deps.ts'
import { serviceDays } from './document-columns.ts'
import { paymentReference } from './payment-reference.ts'

export type InvoiceRow = Row<'invoices'>

/** Returns the default due date: the end of the day on which the payment terms end. */
export const defaultDueDate = (finalizedAt: Date, zone: string, termsDays: number): Date =>
  endOfDay(addDays(dayIn(finalizedAt, zone), termsDays), zone)

/** True if an issued invoice is due on the default day. */
export const hasDefaultDueDate = (
  row: Pick<InvoiceRow, 'issue_date' | 'due_date' | 'time_zone'>,
  termsDays: number,
): boolean =>
  row.issue_date !== null &&
  row.due_date?.getTime() === defaultDueDate(row.issue_date, row.time_zone, termsDays).getTime()

/**
 * Throws `negative_total` (422), because an invoice below zero would demand nothing and count as
 * paid.
 */
export function requireNotNegative(row: Pick<InvoiceRow, 'total_amount_cents'>): void {
  if (Number(row.total_amount_cents) < 0) throw invoiceErrors.negative_total()
}

function toMailed({ mailed_at: at, mail_failed: failed }: InvoiceRow): InvoiceMailed | null {
  if (at !== null) return { at: at.toISOString() }
  return failed === null ? null : { failed }
}

/** Returns what the customer still has to pay, in minor units. */
export function amountDue(
  row: Pick<InvoiceRow, 'status' | 'total_amount_cents' | 'credited_cents' | 'recorded_cents'>,
) {
  const isClosed = row.status === 'paid' || row.status === 'void'
  return isClosed ? 0 : unsettledCents(row)
}

/** Returns what neither payments recorded here nor credit notes cover, in minor units. */
export const unsettledCents = (
  row: Pick<InvoiceRow, 'total_amount_cents' | 'credited_cents' | 'recorded_cents'>,
): number =>
  Number(row.total_amount_cents) - Number(row.credited_cents) - Number(row.recorded_cents)

/** Returns the sum of all payments, here and at the processor, in minor units. */
export const paidCents = (row: InvoiceRow): number =>
  row.status === 'paid'
    ? Number(row.total_amount_cents) - Number(row.credited_unpaid_cents)
    : Number(row.recorded_cents)

/** Returns what the processor collected for a paid invoice: what no recorded payment covers. */
export const collectedCents = (row: InvoiceRow): number =>
  paidCents(row) - Number(row.recorded_cents)

/** True if credit notes cover the whole amount to pay. */
export const isCreditedInFull = (
  row: Pick<InvoiceRow, 'total_amount_cents' | 'credited_cents'>,
): boolean => Number(row.credited_cents) > 0 && row.credited_cents === row.total_amount_cents

/** Throws `nothing_due` (409) if credit notes cover the whole invoice. */
export function requireDue(row: Pick<InvoiceRow, 'total_amount_cents' | 'credited_cents'>): void {
  if (isCreditedInFull(row)) throw invoiceErrors.nothing_due()
}

const toColumns = createView(
  Invoice.omit({
    mailed: true,
    paymentReference: true,
    publicToken: true,
    publicUrl: true,
    paidCents: true,
    amountDueCents: true,
    issuedOn: true,
    dueOn: true,
    serviceFrom: true,
    serviceTo: true,
  }),
)

export const daysOfInvoice = ({
  issue_date,
  due_date,
  time_zone,
}: Pick<InvoiceRow, 'issue_date' | 'due_date' | 'time_zone'>) => ({
  issuedOn: issue_date && dayIn(issue_date, time_zone),
  dueOn: due_date && dayIn(due_date, time_zone),
})

/** Returns the secret address of an issued document, or nulls for a draft. */
function publicAddress({ config }: Pick<Deps, 'config'>, row: InvoiceRow) {
  if (row.status === 'draft') return { publicToken: null, publicUrl: null }
  const publicToken = row.public_token
  return { publicToken, publicUrl: `${config.DASHBOARD_URL}/pay/${publicToken}` }
}

export const toInvoice = (deps: Pick<Deps, 'config'>, row: InvoiceRow): Invoice => ({
  ...toColumns(row),
  ...publicAddress(deps, row),
  paymentReference: row.status === 'draft' ? null : paymentReference(row.number),
  ...daysOfInvoice(row),
  ...serviceDays(row),
  paidCents: paidCents(row),
  amountDueCents: amountDue(row),
  mailed: toMailed(row),
})
