import { ConfigError } from './config-error.ts'
import { knownKeys } from './known-keys.ts'
import { readEnvironment } from './read-environment.ts'
import type { Env } from './variable.ts'
import type { Variables } from './variables/service-variables.ts'

/**
 * Parses a service's variables into one frozen object, keyed by variable name. An empty or blank
 * value counts as unset. Throws a `ConfigError` whose one line names every missing or malformed
 * variable and every contradiction. The line contains no value.
 */
export function loadConfig<Values>(variables: Variables<Values>, env: Env): Values {
  const reading = readEnvironment(variables.table, env)
  const { missing, malformed } = reading
  const config = reading.config as Values
  const combined = variables.check(config)
  const problems = {
    missing: [...missing, ...(combined.missing ?? [])],
    malformed,
    conflicts: [...(combined.conflicts ?? []), ...knownKeys(variables.table, env)],
  }
  if (problems.missing.length + problems.malformed.length + problems.conflicts.length > 0) {
    throw new ConfigError(problems)
  }
  Object.freeze(config)
  return config
}

/** Returns a required variable's value. Throws a `ConfigError` with its name if it is unset. */
export function requireValue<Values, Name extends keyof Values & string>(
  config: Values,
  name: Name,
): NonNullable<Values[Name]> {
  const value = config[name]
  if (value == null) throw new ConfigError({ missing: [name], malformed: [], conflicts: [] })
  return value
}
