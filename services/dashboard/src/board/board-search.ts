import { cardKinds } from '@atrium/contracts'
import { z } from 'zod'

const text = z.string().trim().max(500).optional().catch(undefined)

/** What the board shows, as its address says it. */
export const BoardSearch = z.object({
  q: text,
  kind: z.enum(cardKinds).optional().catch(undefined),
  tag: text,
  archived: z.boolean().optional().catch(undefined),
  /** The open card. */
  card: text,
  /** Whether the form of a new card is open. */
  create: z.boolean().optional().catch(undefined),
})
export type BoardSearch = z.infer<typeof BoardSearch>

/** The part of the address that chooses cards. */
export type BoardFilters = Pick<BoardSearch, 'q' | 'kind' | 'tag'>
