import type { Invoice } from '@atrium/contracts'
import { z } from 'zod'

const text = z.string().trim().max(200).optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)

/** The states that the list filters by; an overdue invoice is an open one. */
// Every page reads this file: without the values of the contracts it stays small.
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

/** The state of the pages of invoices in their address. */
export const InvoicesSearch = z.object({
  q: z.coerce.string().trim().max(200).optional().catch(undefined),
  status: z.enum(listedStatuses).optional().catch(undefined),
  source: z.enum(sources).optional().catch(undefined),
  customer: text,
  from: day,
  to: day,
  /** Bounds of the total in minor units. */
  min: z.number().int().optional().catch(undefined),
  max: z.number().int().optional().catch(undefined),
  sort: z.enum(['issueDate', 'dueDate', 'totalAmountCents']).optional().catch(undefined),
  dir: z.enum(['asc', 'desc']).optional().catch(undefined),
  /** The invoice that a new one copies. */
  copy: text,
  /** The offer that a new one bills. */
  offer: text,
  /** Whether the step of finalizing is open. */
  finalize: z.boolean().optional().catch(undefined),
  view: z.enum(invoiceViews).optional().catch(undefined),
  by: z.enum(breakdowns).optional().catch(undefined),
})
export type InvoicesSearch = z.output<typeof InvoicesSearch>

/** The part of the address that chooses invoices. */
export const toFilters = ({ q, status, source, customer, from, to, min, max }: InvoicesSearch) =>
  Object.fromEntries(
    Object.entries({ q, status, source, customer, from, to, min, max }).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  )
