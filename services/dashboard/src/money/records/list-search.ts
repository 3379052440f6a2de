import { z } from 'zod'

/** The search parameters of the customer, offer, schedule and happening pages. */
export const ListSearch = z.object({
  q: z.coerce.string().trim().max(200).optional().catch(undefined),
  status: z.enum(['active', 'archived']).optional().catch(undefined),
  /** True to list only stuck schedules. */
  stuck: z.boolean().optional().catch(undefined),
  /** True if the form for a new record is open. */
  create: z.boolean().optional().catch(undefined),
  customer: z.string().max(200).optional().catch(undefined),
  /** What to show instead of an event's tickets: the waiting list or the check-in. */
  part: z.enum(['waiting', 'check-in']).optional().catch(undefined),
})
export type ListSearch = z.output<typeof ListSearch>
