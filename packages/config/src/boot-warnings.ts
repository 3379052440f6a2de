import { readEnvironment } from './read-environment.ts'
import type { Integration, Variables, Warning } from './service-variables.ts'
import type { Env } from './variable.ts'

/** The variables that keep an integration dormant: those of `needs` that are not set. */
export const missingVariables = (
  { needs }: Pick<Integration, 'needs'>,
  explicit: ReadonlySet<string>,
): string[] => needs.filter((name) => !explicit.has(name))

/** The integrations that miss a variable. */
export const dormantIntegrations = (
  { integrations }: { readonly integrations: readonly Integration[] },
  { explicit }: { readonly explicit: ReadonlySet<string> },
): Warning[] =>
  integrations
    .map((integration) => ({
      subsystem: integration.subsystem,
      feature: integration.feature,
      missing: missingVariables(integration, explicit),
    }))
    .filter(({ missing }) => missing.length > 0)

/** `[subsystem] X not set - Y unavailable` for each dormant integration, and other warnings, without any value. */
export function bootWarnings<Values>(variables: Variables<Values>, env: Env): string[] {
  const { config } = readEnvironment(variables.table, env)
  return [...dormantIntegrations(variables, config), ...variables.warnings(config as Values)].map(
    ({ subsystem, missing, feature }) =>
      `[${subsystem}] ${missing.join(', ')} not set - ${feature} unavailable`,
  )
}
