import type { PlacedPost } from './placed-posts.ts'
import type { ChipContext } from './post-chip.tsx'

/** What a grid of days needs. */
export interface GridProps {
  readonly date: string
  /** The date of today in the zone of the organisation. */
  readonly today: string
  readonly posts: readonly PlacedPost[]
  readonly chips: ChipContext
  readonly onOpen: (id: string) => void
  /** Puts a post to a day at its time of day, or to the given one. */
  readonly onDrop: (post: PlacedPost, date: string, time?: string) => void
  /** Begins a post on a day, at a time where the view has times. */
  readonly onCreate: (date: string, time?: string) => void
}
