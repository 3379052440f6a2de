import { checkCombinations } from './combinations.ts'
import { ConfigError } from './config-error.ts'
import { readEnvironment } from './read-environment.ts'
import type { Env } from './variable.ts'
import type { PlatformConfig, VariableName } from './variables.ts'

/**
 * Parses the environment into one frozen object keyed by the variables' names: ports, counts and amounts are
 * numbers, flags are booleans, comma-separated lists are arrays, everything else is a string. An empty or
 * blank value counts as unset.
 *
 * Throws a `ConfigError` whose one-line message names every missing required variable, also those that no
 * code reads, every malformed one and every contradiction, without any value.
 */
export function loadConfig(env: Env): PlatformConfig {
  const { config, missing, malformed } = readEnvironment(env)
  const combined = checkCombinations(config)
  const problems = {
    missing: [...missing, ...combined.missing],
    malformed,
    conflicts: combined.conflicts,
  }
  if (problems.missing.length + problems.malformed.length + problems.conflicts.length > 0) {
    throw new ConfigError(problems)
  }
  return Object.freeze(config)
}

/** The value of a variable that this service cannot do without. Throws a `ConfigError` that names it. */
export function requireValue<Name extends VariableName & keyof PlatformConfig>(
  config: PlatformConfig,
  name: Name,
): NonNullable<PlatformConfig[Name]> {
  const value = config[name]
  if (value === undefined) throw new ConfigError({ missing: [name], malformed: [], conflicts: [] })
  return value
}
