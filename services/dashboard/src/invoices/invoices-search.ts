import type { Invoice } from '@atrium/contracts'
import { z } from 'zod'

const text = z.string().trim().max(200).optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)

/** The statuses that the list can filter by. An overdue invoice is also open. */
export const listedStatuses = [
  ...([
    'draft',
    'open',
    'paid',
    'void',
    'uncollectible',
  ] as const satisfies readonly Invoice['status'][]),
  'overdue',
] as const
const sources = ['one_off', 'recurring'] as const satisfies readonly Invoice['source'][]
export const invoiceViews = ['document', 'pdf'] as const
export const breakdowns = ['month', 'customer', 'offer'] as const

/** The search parameters of the invoice pages. */
export const InvoicesSearch = z.object({
  q: z.coerce.string().trim().max(200).optional().catch(undefined),
  status: z.enum(listedStatuses).optional().catch(undefined),
  source: z.enum(sources).optional().catch(undefined),
  customer: text,
  from: day,
  to: day,
  /** The bounds of the total, in minor units. */
  min: z.number().int().optional().catch(undefined),
  max: z.number().int().optional().catch(undefined),
  sort: z.enum(['issueDate', 'dueDate', 'totalAmountCents']).optional().catch(undefined),
  dir: z.enum(['asc', 'desc']).optional().catch(undefined),
  /** The id of the invoice to copy. */
  copy: text,
  /** The id of the offer to bill. */
  offer: text,
  /** True if the finalize dialog is open. */
  finalize: z.boolean().optional().catch(undefined),
  view: z.enum(invoiceViews).optional().catch(undefined),
  by: z.enum(breakdowns).optional().catch(undefined),
})
export type InvoicesSearch = z.output<typeof InvoicesSearch>

/** Returns the search parameters that filter invoices. */
export const toFilters = ({ q, status, source, customer, from, to, min, max }: InvoicesSearch) =>
  Object.fromEntries(
    Object.entries({ q, status, source, customer, from, to, min, max }).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  )
