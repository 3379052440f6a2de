/** An item that left on no output. */
export interface LeftItem {
  /** Its index among the input items. */
  at: number
  /** Why the node refused it; null if the node did not reach it, which is no attempt. */
  reason: string | null
}
