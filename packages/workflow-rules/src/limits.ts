/** The longest time of a run; docs/reference/workflows.md, "Runs". */
export const runExpirySeconds = 900

/** The most that one run may hold; a run beyond a limit fails with that reason. */
export const runLimits = {
  /** Items on one output of a node. */
  outputItems: 10_000,
  /** Items on all outputs of all nodes together, and items into one node. */
  items: 50_000,
  /** Data of all distinct items in memory; see `weigh`. */
  bytes: 64 * 1024 * 1024,
} as const

/** The most that the parameters of one node may hold. */
export const paramLimits = {
  /** Texts, numbers, lists and objects at any depth. */
  values: 5_000,
  /** Expressions; in one text every `{{` counts. */
  expressions: 1_000,
} as const
