import { ConfigError } from '../src/config-error.ts'
import { loadConfig } from '../src/load-config.ts'
import type { Env } from '../src/variable.ts'

/** What `loadConfig` throws for an environment that must not boot. */
export function failureOf(env: Env): ConfigError {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}
