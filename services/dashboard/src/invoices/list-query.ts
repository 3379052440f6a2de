import type { InvoiceFilters } from '@atrium/contracts'
import type { z } from 'zod'
import type { InvoicesSearch } from './invoices-search.ts'

type Query = z.input<typeof InvoiceFilters>

/**
 * Returns the default order: newest first, or longest overdue first if only overdue invoices are
 * shown.
 */
const usualOrder = ({ status }: InvoicesSearch) =>
  status === 'overdue'
    ? ({ sortBy: 'dueDate', sortDir: 'asc' } as const)
    : ({ sortBy: 'issueDate', sortDir: 'desc' } as const)

export function toOrder(search: InvoicesSearch) {
  const { sortBy, sortDir } = usualOrder(search)
  return { sortBy: search.sort ?? sortBy, sortDir: search.dir ?? sortDir }
}

/** Returns the API query for the search parameters. */
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

/** Returns the path for a CSV export with the listed invoices. */
export function exportPath(search: InvoicesSearch): string {
  const entries = Object.entries(toListQuery(search)).map(([name, value]) => [name, String(value)])
  return `/api/invoicing/export.csv?${new URLSearchParams(entries as [string, string][])}`
}
