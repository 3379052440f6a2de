/** An input item without an output item, because the node refused or did not reach the item. */
export interface LeftItem {
  /** The index among the node's input items. */
  at: number
  /**
   * Why the node refused the item. Null if the node did not reach the item, which counts as no
   * attempt.
   */
  reason: string | null
}
