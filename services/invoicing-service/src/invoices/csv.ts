import type { InvoiceListItem } from '@atrium/contracts'
import { csvLineOf } from '../csv/csv-line.ts'

const columns = [
  'number',
  'status',
  'source',
  'customerId',
  'issueDate',
  'dueDate',
  'currency',
  'vatRateBps',
  'subtotalAmountCents',
  'vatAmountCents',
  'totalAmountCents',
  'id',
  'customerName',
  'paidAt',
  'creditedCents',
  'amountDueCents',
] as const

export const csvHeader = csvLineOf(columns)

/** An invoice as a line of the export; amounts in minor units. */
export const csvLine = (invoice: InvoiceListItem): string =>
  csvLineOf(columns.map((column) => invoice[column]))
