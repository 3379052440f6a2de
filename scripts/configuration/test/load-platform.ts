import * as config from '@atrium/config'
import { platformVariables } from '../platform-variables.ts'

export const variableEntries = Object.entries(platformVariables.table)
export const loadConfig = (env: config.Env) => config.loadConfig(platformVariables, env)
export const bootWarnings = (env: config.Env) => config.bootWarnings(platformVariables, env)
export const secretValues = (env: config.Env) => config.secretValues(platformVariables.table, env)
export const isLive = (loaded: ReturnType<typeof loadConfig>, id: string) =>
  platformVariables.integrations.some(
    (integration) =>
      integration.id === id && config.missingVariables(integration, loaded).length === 0,
  )

/** Returns the error of `loadConfig` for an invalid environment. */
export function toFailure(env: config.Env): config.ConfigError {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof config.ConfigError) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}
