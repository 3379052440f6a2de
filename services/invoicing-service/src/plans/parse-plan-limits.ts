import { PlanLimits } from '@atrium/contracts'

/** The table in `PLAN_LIMITS`, empty while it is unset; undefined for a text of another form. */
export function parsePlanLimits(text: string | undefined): PlanLimits | undefined {
  if (text === undefined || text.trim() === '') return {}
  try {
    return PlanLimits.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
