import { z } from 'zod'

/** The state of the pages of customers, offers, agreements and happenings in their address. */
export const ListSearch = z.object({
  q: z.coerce.string().trim().max(200).optional().catch(undefined),
  status: z.enum(['active', 'archived']).optional().catch(undefined),
  /** Only agreements whose last period is not billed. */
  stuck: z.boolean().optional().catch(undefined),
  /** Whether the form of a new record is open. */
  create: z.boolean().optional().catch(undefined),
  customer: z.string().max(200).optional().catch(undefined),
  /** Beside the tickets of a happening: its waiting list, or the check-in at its entrance. */
  part: z.enum(['waiting', 'check-in']).optional().catch(undefined),
})
export type ListSearch = z.output<typeof ListSearch>
