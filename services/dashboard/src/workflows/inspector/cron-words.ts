import { cronProblem, nextFiring } from '@atrium/workflow-rules'
import cronstrue from 'cronstrue'

/**
 * Describes a schedule and returns its next times. Returns undefined if the schedule is invalid.
 */
export function cronWords(cron: string, tz: string, now: number, count = 5) {
  if (cronProblem(cron, tz) !== undefined) return undefined
  const next: Date[] = []
  for (let after = now; next.length < count; ) {
    const firing = nextFiring(cron, tz, after)
    if (firing === null) break
    next.push(firing)
    after = firing.getTime()
  }
  return { words: cronstrue.toString(cron, { use24HourTimeFormat: true, verbose: false }), next }
}

export const usualSchedules: readonly { readonly cron: string; readonly label: string }[] = [
  { cron: '*/15 * * * *', label: 'Every 15 minutes' },
  { cron: '0 * * * *', label: 'Every hour' },
  { cron: '0 9 * * *', label: 'Every day at 9:00' },
  { cron: '0 9 * * 1-5', label: 'On weekdays at 9:00' },
  { cron: '0 9 * * 1', label: 'On Mondays at 9:00' },
  { cron: '0 9 1 * *', label: 'On the first of each month at 9:00' },
]
