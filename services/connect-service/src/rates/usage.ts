import { boundedWait } from '../network/stated-time.ts'
import type { Usage } from '../providers/provider.ts'

/** In place of an account's id: the operator's app, whose calls all accounts of a network share. No id is one star. */
export const appAccount = '*'

/** Seconds to leave an account alone, by the share of its rate that is used; 0 below the line. */
export function backOffSeconds({ percent, regainMinutes }: Usage): number {
  if (regainMinutes > 0) return boundedWait(regainMinutes * 60)
  if (percent >= 100) return 1_800
  if (percent >= 95) return 300
  return percent >= 85 ? 60 : 0
}
