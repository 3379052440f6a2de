import { z } from 'zod'

export const ApprovalsSearch = z.object({
  show: z.enum(['all']).optional().catch(undefined),
})
export type ApprovalsSearch = z.output<typeof ApprovalsSearch>
