import { estimateStatuses } from '@atrium/contracts'
import { z } from 'zod'
import { invoiceViews } from '../invoices-search.ts'

/** The search parameters of the estimate pages. */
export const EstimatesSearch = z.object({
  q: z.coerce.string().trim().max(200).optional().catch(undefined),
  status: z.enum(estimateStatuses).optional().catch(undefined),
  customer: z.string().trim().max(200).optional().catch(undefined),
  view: z.enum(invoiceViews).optional().catch(undefined),
  /** True if a sent estimate is being changed. */
  edit: z.boolean().optional().catch(undefined),
  /** True if the send dialog is open. */
  send: z.boolean().optional().catch(undefined),
})
export type EstimatesSearch = z.output<typeof EstimatesSearch>

/** Returns the API query for the search parameters. */
export const toEstimateFilters = ({ q, status, customer }: EstimatesSearch) => ({
  ...(q && { q }),
  ...(status !== undefined && { status }),
  ...(customer && { customerId: customer }),
})
