/** A run's timeout in seconds (docs/reference/workflows.md, "Runs"). */
export const runExpirySeconds = 900

/** The limits for one run. A run that exceeds one fails with that reason. */
export const runLimits = {
  /** Items on one output. */
  outputItems: 10_000,
  /** Items on all outputs together, and items into one node. */
  items: 50_000,
  /** All distinct items' data in memory, in bytes (see `weigh`). */
  bytes: 64 * 1024 * 1024,
} as const

/** The limits for one node's parameters. */
export const paramLimits = {
  /** Texts, numbers, lists and objects at any depth. */
  values: 5_000,
  /** Expressions. Every `{{` in a text counts. */
  expressions: 1_000,
} as const
