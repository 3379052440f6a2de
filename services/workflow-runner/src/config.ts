import type { Env, PlatformConfig } from '@atrium/config'
import { variableEntries } from '@atrium/config'
import { z } from 'zod'

const count = (fallback: number, most: number) =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(1).max(most).default(fallback),
  )

const Settings = z.object({
  /** Runs that one process works on at once. */
  WORKFLOW_SLOTS: count(20, 1_000),
  /** One-off chains that one process works on at once. */
  WORKFLOW_ADHOC_SLOTS: count(10, 1_000),
  /** Days that finished runs and deliveries are kept. */
  WORKFLOW_RETENTION_DAYS: count(30, 3_650),
  /** Webhook deliveries that one process sends at once. */
  WEBHOOK_SLOTS: count(10, 1_000),
  /** Lets webhooks go to private addresses; for development. */
  WEBHOOK_PRIVATE_ADDRESSES: z.enum(['allow', 'refuse', '']).default('refuse'),
})

/** The settings of this service beside the platform's table. */
export interface RunnerSettings {
  slots: number
  adhocSlots: number
  retentionDays: number
  webhookSlots: number
  privateAddresses: boolean
}

/** Reads them from the environment that the kit hands over. Throws a `ZodError` that names what is malformed. */
export function runnerSettings(env: Env): RunnerSettings {
  const settings = Settings.parse(env)
  return {
    slots: settings.WORKFLOW_SLOTS,
    adhocSlots: settings.WORKFLOW_ADHOC_SLOTS,
    retentionDays: settings.WORKFLOW_RETENTION_DAYS,
    webhookSlots: settings.WEBHOOK_SLOTS,
    privateAddresses: settings.WEBHOOK_PRIVATE_ADDRESSES === 'allow',
  }
}

/** What `${env:NAME}` in a graph may resolve to: whoever draws one can read it, so no secret is among it. */
export const visibleEnv = (config: PlatformConfig): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    variableEntries.flatMap(([name, variable]) => {
      const value =
        variable.kind === 'secret' ? undefined : (config as Readonly<Record<string, unknown>>)[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
