/**
 * Dates for a prompt, because a model does not know today's date. They are times in UTC, except
 * `today`, which has no time.
 */
export interface WeekDates {
  readonly today: string
  readonly weekAgo: string
  /** The end of the day seven days from now. */
  readonly inAWeek: string
  /** The beginning of the next week, and of the week after it. */
  readonly monday: string
  readonly nextMonday: string
}

const dayMs = 86_400_000

export const daysFrom = (moment: string, days: number): string =>
  new Date(new Date(moment).getTime() + days * dayMs).toISOString()

export function weekDates(now: Date): WeekDates {
  const midnight = `${now.toISOString().slice(0, 10)}T00:00:00.000Z`
  const monday = daysFrom(midnight, 7 - ((now.getUTCDay() + 6) % 7))
  return {
    today: midnight.slice(0, 10),
    weekAgo: daysFrom(midnight, -7),
    inAWeek: daysFrom(midnight, 8),
    monday,
    nextMonday: daysFrom(monday, 7),
  }
}
