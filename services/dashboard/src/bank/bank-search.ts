import { z } from 'zod'

/** What the page "Bank" keeps in its address. */
export const BankSearch = z.object({
  status: z.enum(['unmatched', 'matched', 'ignored']).optional().catch(undefined),
})
export type BankSearch = z.output<typeof BankSearch>
