import type { InvoiceFilters, InvoiceListItem } from '@atrium/contracts'
import type { z } from 'zod'
import type { InvoicesSearch } from './invoices-search.ts'

type Query = z.input<typeof InvoiceFilters>

/** The filters of the platform for an address. Overdue invoices are the open ones whose due date comes first. */
export function listQueryOf(search: InvoicesSearch): Query {
  const { q, status, source, customer, from, to, min, max, sort, dir } = search
  const overdue = status === 'overdue'
  return {
    ...(q ? { q } : {}),
    ...(status === undefined ? {} : { status: overdue ? 'open' : status }),
    ...(source === undefined ? {} : { source }),
    ...(customer === undefined ? {} : { customerId: customer }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(min === undefined ? {} : { minCents: min }),
    ...(max === undefined ? {} : { maxCents: max }),
    ...(overdue
      ? { sortBy: 'dueDate', sortDir: 'asc' }
      : { sortBy: sort ?? 'issueDate', sortDir: dir ?? 'desc' }),
  }
}

/** The overdue invoices of a list that is ordered by due date, and whether all of them are there. */
export function overdueOf(
  items: readonly InvoiceListItem[],
  now: number,
): { readonly items: readonly InvoiceListItem[]; readonly complete: boolean } {
  const isDue = ({ dueDate }: InvoiceListItem) => dueDate !== null && Date.parse(dueDate) < now
  const end = items.findIndex((item) => !isDue(item))
  return end < 0 ? { items, complete: false } : { items: items.slice(0, end), complete: true }
}

/** The address of the export of what the list shows. */
export function exportPath(search: InvoicesSearch): string {
  const entries = Object.entries(listQueryOf(search)).map(([name, value]) => [name, String(value)])
  return `/api/invoicing/export.csv?${new URLSearchParams(entries as [string, string][])}`
}
