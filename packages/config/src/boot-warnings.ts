import { readEnvironment } from './read-environment.ts'
import type { Env } from './variable.ts'
import type { Integration, Variables, Warning } from './variables/service-variables.ts'

/** Variables as `loadConfig` parses them. */
type Configured = object & { readonly explicit: ReadonlySet<string> }

/**
 * Returns an integration's missing variables. A variable in `needs` is missing if it is unset,
 * false, or not one of the values in `accepts`. Nothing is missing if `instead` is set.
 */
export const missingVariables = (
  { needs, instead, accepts }: Pick<Integration, 'needs' | 'instead' | 'accepts'>,
  config: Configured,
): string[] => {
  if (instead !== undefined && config.explicit.has(instead)) return []
  return needs.filter((name) => {
    const value: unknown = Reflect.get(config, name)
    const accepted = accepts?.[name]
    if (!config.explicit.has(name) || value === false) return true
    return accepted !== undefined && !accepted.some((each) => each === value)
  })
}

/** Returns the integrations with a missing variable. */
export const dormantIntegrations = (
  { integrations }: { readonly integrations: readonly Integration[] },
  config: Configured,
): Warning[] =>
  integrations
    .map((integration) => ({
      subsystem: integration.subsystem,
      feature: integration.feature,
      missing: missingVariables(integration, config),
    }))
    .filter(({ missing }) => missing.length > 0)

/**
 * Returns `[subsystem] X not set - Y unavailable` for each dormant integration, and other warnings.
 * The lines contain no values.
 */
export function bootWarnings<Values>(variables: Variables<Values>, env: Env): string[] {
  const { config } = readEnvironment(variables.table, env)
  return [...dormantIntegrations(variables, config), ...variables.warnings(config as Values)].map(
    ({ subsystem, missing, feature }) =>
      `[${subsystem}] ${missing.join(', ')} not set - ${feature} unavailable`,
  )
}
