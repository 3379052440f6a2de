import type { InvoiceFilters } from '@atrium/contracts'
import type { z } from 'zod'
import type { InvoicesSearch } from './invoices-search.ts'

type Query = z.input<typeof InvoiceFilters>

/** The order of a list without a chosen one: the newest first, of overdue invoices the longest due first. */
const usualOrder = ({ status }: InvoicesSearch) =>
  status === 'overdue'
    ? ({ sortBy: 'dueDate', sortDir: 'asc' } as const)
    : ({ sortBy: 'issueDate', sortDir: 'desc' } as const)

/** The order that an address shows. */
export function toOrder(search: InvoicesSearch) {
  const { sortBy, sortDir } = usualOrder(search)
  return { sortBy: search.sort ?? sortBy, sortDir: search.dir ?? sortDir }
}

/** The filters of the platform for an address. */
export function toListQuery(search: InvoicesSearch): Query {
  const { q, status, source, customer, from, to, min, max } = search
  return {
    ...(q && { q }),
    ...(status !== undefined && (status === 'overdue' ? { overdue: 'true' } : { status })),
    ...(source && { source }),
    ...(customer !== undefined && { customerId: customer }),
    ...(from && { from }),
    ...(to && { to }),
    ...(min !== undefined && { minCents: min }),
    ...(max !== undefined && { maxCents: max }),
    ...toOrder(search),
  }
}

/** The address of the export of what the list shows. */
export function exportPath(search: InvoicesSearch): string {
  const entries = Object.entries(toListQuery(search)).map(([name, value]) => [name, String(value)])
  return `/api/invoicing/export.csv?${new URLSearchParams(entries as [string, string][])}`
}
