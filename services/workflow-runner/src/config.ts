import { type PlatformConfig, requireValue, variableEntries } from '@atrium/config'
import type { PrivateAddresses } from '@atrium/outbound-guard'
import { createSealedSecrets, type SealedSecrets } from '@atrium/sealed-secrets'

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

const webhookDerivation = { salt: 'atrium', key: 'webhook-secret', id: 'webhook-secret-id' }

/**
 * Seals the secrets of webhook endpoints under a key of their own, or while there is none under one of the session
 * secret. The key before it and the session secret open what they sealed. Throws a `ConfigError` with neither.
 */
export function webhookSecrets(config: PlatformConfig): SealedSecrets {
  const { WEBHOOK_SECRET_ENCRYPTION_KEY_PREVIOUS: previous = '', AUTH_SESSION_SECRET: session } = config
  const current =
    config.WEBHOOK_SECRET_ENCRYPTION_KEY ?? session ?? requireValue(config, 'WEBHOOK_SECRET_ENCRYPTION_KEY')
  return createSealedSecrets(webhookDerivation, current, previous, session ?? '')
}

/**
 * What `${env:NAME}` in a graph may resolve to, which whoever draws one can read: names that are safe to expose, and
 * those that the operator allows. A secret is never among them.
 */
export function visibleEnv(config: PlatformConfig): Readonly<Record<string, unknown>> {
  const allowed = new Set(config.WORKFLOW_ENV_ALLOW)
  return Object.fromEntries(
    variableEntries.flatMap(([name, { kind }]) => {
      const visible = kind === 'public' || (kind !== 'secret' && allowed.has(name))
      const value = visible ? (config as Readonly<Record<string, unknown>>)[name] : undefined
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
