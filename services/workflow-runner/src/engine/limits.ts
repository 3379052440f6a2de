/** How much one run may carry; beyond any of these it fails with that reason. */
export const runLimits = {
  /** Items on one output of a node. */
  outputItems: 10_000,
  /** Items on all outputs of all nodes together, and on their way into one node. */
  items: 50_000,
  /** Data of all different items as it stands in memory; see `weigh`. */
  bytes: 64 * 1024 * 1024,
  /** Keys of one item's wide objects (more than 1,000 keys each), which no engine lists piece by piece. */
  wideKeys: 10_000,
} as const

/** How much the parameters of one node may hold. */
export const paramLimits = {
  /** Texts, numbers, lists and objects at any depth. */
  values: 5_000,
  /** Expressions. */
  expressions: 1_000,
} as const
