import { isTrustedAddress } from './addresses.ts'
import { assetStorage } from './asset-storage.ts'
import { dormantIntegrations, type Owner } from './integrations.ts'
import { plannedIntegrations } from './planned.ts'
import { readEnvironment } from './read-environment.ts'
import type { Env } from './variable.ts'
import type { PlatformConfig } from './variables.ts'

const shortestStrongSecret = 32

const everyOwner: readonly Owner[] = [
  'gateway',
  'identity',
  'assets',
  'board',
  'connect',
  'invoicing',
  'workflow',
]

interface Warning {
  readonly owner: Owner
  readonly subsystem: string
  readonly missing: readonly string[]
  readonly feature: string
}

/**
 * One line for each dormant integration of a feature that exists, `[subsystem] X not set - Y unavailable`, where X names the variables
 * that are missing. With `owners` only the lines of those services, otherwise all. Never throws and never
 * contains a value.
 */
export function bootWarnings(env: Env, owners: Owner | readonly Owner[] = everyOwner): string[] {
  const { config } = readEnvironment(env)
  const wanted: readonly Owner[] = typeof owners === 'string' ? [owners] : owners
  const dormant = dormantIntegrations(config).filter(({ id }) => !plannedIntegrations.has(id))
  return [...dormant, ...fallbackWarnings(config)]
    .filter(({ owner }) => wanted.includes(owner))
    .map(
      ({ subsystem, missing, feature }) =>
        `[${subsystem}] ${missing.join(', ')} not set - ${feature} unavailable`,
    )
}

/**
 * The owners a gateway speaks for: itself and every service that is not part of the deployment, so that each
 * line is logged by exactly one process.
 */
export function ownersSpokenForByGateway(present: readonly Owner[]): Owner[] {
  return everyOwner.filter((owner) => owner === 'gateway' || !present.includes(owner))
}

// Not integrations, but a choice nobody made: the platform works, with less than an operator would want.
function fallbackWarnings(config: PlatformConfig): Warning[] {
  const warnings: Warning[] = []
  const storage = assetStorage(config)
  if (storage.kind === 'directory' && storage.fallback) {
    warnings.push({
      owner: 'assets',
      subsystem: 'assets',
      missing: ['ASSETS_UPLOAD_DIR', 'ASSETS_S3_ENDPOINT', 'ASSETS_S3_BUCKET'],
      feature: 'blob storage outside the development directory',
    })
  }
  if ((config.ADMIN_EMAILS ?? []).length > 0 && isTrustedAddress(config, { emailVerified: false })) {
    warnings.push({
      owner: 'identity',
      subsystem: 'auth',
      missing: ['EMAIL_API_KEY'],
      feature: 'proof of the addresses in ADMIN_EMAILS (whoever signs up with one is administrator)',
    })
  }
  const secret = config.AUTH_SESSION_SECRET
  if (typeof secret === 'string' && secret.length < shortestStrongSecret) {
    warnings.push({
      owner: 'identity',
      subsystem: 'auth',
      missing: [`AUTH_SESSION_SECRET of ${shortestStrongSecret} characters or more`],
      feature: 'full-strength session signing',
    })
  }
  return warnings
}
