import { PlanLimits } from '@atrium/contracts'

/** Parses `PLAN_LIMITS`. Returns an empty table if it is unset, and undefined if it is invalid. */
export function parsePlanLimits(text: string | undefined): PlanLimits | undefined {
  if (text === undefined || text.trim() === '') return {}
  try {
    return PlanLimits.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
