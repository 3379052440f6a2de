import type { Kit } from '@atrium/service-kit'
import type { Deps } from './deps.ts'
import { parsePlanLimits } from './plans/parse-plan-limits.ts'
import { createStripeProcessor } from './processor/stripe/stripe-processor.ts'
import type { InvoicingValues } from './variables.ts'

export interface InvoicingOptions {
  now?: () => Date
  /** How long the catalog must be unchanged before the site is rebuilt. */
  siteQuietMs?: number
  siteRebuildEveryMs?: number
  pollEveryMs?: number
  settleEveryMs?: number
  creditSweepEveryMs?: number
  remindEveryMs?: number
  overdueEveryMs?: number
  processorTimeoutMs?: number
  onDeps?: (deps: Deps) => void
}

export function invoicingConfig(
  { config, now, newId }: Pick<Kit<never, InvoicingValues>, 'config' | 'now' | 'newId'>,
  options: InvoicingOptions,
) {
  const { SITE_REBUILD_WEBHOOK_URL: url, SITE_REBUILD_WEBHOOK_TOKEN: token } = config
  return {
    config,
    planLimits: parsePlanLimits(config.PLAN_LIMITS) ?? {},
    processor: config.PAYMENTS_SECRET_KEY
      ? createStripeProcessor(
          config.PAYMENTS_SECRET_KEY,
          config.PAYMENTS_API_URL || undefined,
          options.processorTimeoutMs ?? 20_000,
        )
      : null,
    siteRebuild: url && token ? { url, token, quietMs: options.siteQuietMs ?? 5_000 } : null,
    now: options.now ?? now,
    newId,
  }
}
