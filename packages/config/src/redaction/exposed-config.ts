import { valueIn } from '../read-environment.ts'
import type { Env } from '../variable.ts'

/** Everything that `GET /api/config` may ever serve (docs/configuration.md). */
export const exposedNames = [
  'NOTEBOOK_DATABASE_ID',
  'MAILBOX_USER_EMAIL',
  'MY_EMAIL_ADDRESS',
] as const

export type ExposedConfig = { readonly [N in (typeof exposedNames)[number]]?: string }

/** Returns the allowlisted variables with a value, as raw values. */
export function exposedConfig(env: Env): ExposedConfig {
  return Object.fromEntries(
    exposedNames.flatMap((name) => {
      const value = valueIn(env, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
