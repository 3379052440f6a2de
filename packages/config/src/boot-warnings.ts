import { readEnvironment } from './read-environment.ts'
import type { Integration, Variables } from './service-variables.ts'
import type { Env } from './variable.ts'

/** The variables that keep an integration dormant: those of `needs` that are not set. */
export const missingVariables = (
  { needs }: Pick<Integration, 'needs'>,
  explicit: ReadonlySet<string>,
): string[] => needs.filter((name) => !explicit.has(name))

/**
 * One line for each dormant integration of a service, `[subsystem] X not set - Y unavailable`, where X names the
 * variables that are missing, and for its other warnings. Never throws and never contains a value.
 */
export function bootWarnings<Values>(variables: Variables<Values>, env: Env): string[] {
  const { config } = readEnvironment(variables.table, env)
  const dormant = variables.integrations
    .map((integration) => ({ ...integration, missing: missingVariables(integration, config.explicit) }))
    .filter(({ missing }) => missing.length > 0)
  return [...dormant, ...variables.warnings(config as Values)].map(
    ({ subsystem, missing, feature }) =>
      `[${subsystem}] ${missing.join(', ')} not set - ${feature} unavailable`,
  )
}
