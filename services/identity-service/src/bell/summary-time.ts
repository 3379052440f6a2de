import { isTimeZone, nextFiring } from '@atrium/workflow-rules'

const everyMorning = '0 7 * * *'

/** Returns the next time at which it is seven in the morning in the time zone. */
export const nextSummary = (after: Date, zone: string): Date =>
  nextFiring(everyMorning, isTimeZone(zone) ? zone : 'UTC', after.getTime()) ??
  new Date(after.getTime() + 86_400_000)

const longerThanADay = 26 * 3_600_000

/** Returns the summary time before one of them. A day has 23 to 25 hours. */
export const previousSummary = (before: Date, zone: string): Date =>
  nextSummary(new Date(before.getTime() - longerThanADay), zone)
