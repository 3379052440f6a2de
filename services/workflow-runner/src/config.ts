import type { PlatformConfig } from '@atrium/config'
import { variableEntries } from '@atrium/config'
import type { PrivateAddresses } from '@atrium/outbound-guard'
import { createSealing, type Sealing } from './webhooks/seal.ts'

/** How much one runner does at once and how long it keeps what is done. */
export interface RunnerSettings {
  slots: number
  adhocSlots: number
  retentionDays: number
  webhookSlots: number
  privateAddresses: PrivateAddresses
}

/** Reads them from the platform's table. */
export const runnerSettings = (config: PlatformConfig): RunnerSettings => ({
  slots: config.WORKFLOW_SLOTS,
  adhocSlots: config.WORKFLOW_ADHOC_SLOTS,
  retentionDays: config.WORKFLOW_RETENTION_DAYS,
  webhookSlots: config.WEBHOOK_SLOTS,
  privateAddresses: config.WEBHOOK_PRIVATE_ADDRESSES,
})

/**
 * Seals the secrets of webhook endpoints under a key of their own. What was sealed before that key was set, or under
 * the one before it, is still opened.
 */
export function webhookSealing(config: PlatformConfig): Sealing {
  const previous = config.WEBHOOK_SECRET_ENCRYPTION_KEY_PREVIOUS
  return createSealing(
    config.WEBHOOK_SECRET_ENCRYPTION_KEY || config.AUTH_SESSION_SECRET,
    ...(previous ? [previous] : []),
    config.AUTH_SESSION_SECRET,
  )
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
