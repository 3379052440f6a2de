import { boundedWait } from '../network/stated-time.ts'
import type { Usage } from '../providers/provider.ts'

/**
 * The key for the operator's app instead of an account id, because all accounts on a network share
 * the app's rate limit. No real id is a single star.
 */
export const appAccount = '*'

/**
 * Returns how many seconds to leave an account alone, based on the used share of its rate limit.
 * Returns 0 if enough is left.
 */
export function backOffSeconds({ percent, regainMinutes }: Usage): number {
  if (regainMinutes > 0) return boundedWait(regainMinutes * 60)
  if (percent >= 100) return 1_800
  if (percent >= 95) return 300
  return percent >= 85 ? 60 : 0
}
