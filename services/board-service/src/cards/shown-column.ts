import type { CardStatus } from '@atrium/contracts'

/** A column of the board with the statuses that it shows. */
export interface ShownColumn {
  id: string
  statuses: readonly CardStatus[]
  /**
   * Set if the column is the first one of its status: the ids of all other columns. It also shows
   * the cards that are in none of them.
   */
  others: readonly string[] | undefined
}
