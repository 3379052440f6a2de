/** The reasons why a service cannot start. They contain variable names, never values. */
export interface ConfigProblems {
  /** Missing required variables, in table order. */
  readonly missing: readonly string[]
  /** Variables with an unusable value, and what was expected. */
  readonly malformed: readonly { readonly name: string; readonly problem: string }[]
  /** Contradictory combinations, as sentences without values. */
  readonly conflicts: readonly string[]
}

/** The error from `loadConfig`. Its message is one line with the name of every problem. */
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
