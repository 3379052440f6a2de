/** The reasons that keep a service from starting. Names of variables only, never their values. */
export interface ConfigProblems {
  /** Required variables that are not set, in the order of the table. */
  readonly missing: readonly string[]
  /** Variables whose value cannot be used, and what was expected. */
  readonly malformed: readonly { readonly name: string; readonly problem: string }[]
  /** Combinations that contradict each other, as sentences without values. */
  readonly conflicts: readonly string[]
}

/** Thrown by `loadConfig`; the message is one line that names every problem at once. */
export class ConfigError extends Error implements ConfigProblems {
  readonly missing: readonly string[]
  readonly malformed: readonly { readonly name: string; readonly problem: string }[]
  readonly conflicts: readonly string[]

  constructor({ missing, malformed, conflicts }: ConfigProblems) {
    const parts = [
      ...(missing.length > 0 ? [`missing ${missing.join(', ')}`] : []),
      ...(malformed.length > 0
        ? [`malformed ${malformed.map(({ name, problem }) => `${name} (${problem})`).join(', ')}`]
        : []),
      ...conflicts,
    ]
    super(`Configuration is incomplete or wrong: ${parts.join('; ')}`)
    this.name = 'ConfigError'
    this.missing = missing
    this.malformed = malformed
    this.conflicts = conflicts
  }
}
