const day = 86_400_000

const monthsBetween = (from: Date, to: Date): number =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()

/** Moves a month such as `2026-03` by the months between two times. */
export function shiftMonth(month: string, from: number, to: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + monthsBetween(new Date(from), new Date(to)))
  return date.toISOString().slice(0, 7)
}

/**
 * Moves a day by the days between two times. The first and last day of a month stay first and last.
 */
export function shiftDay(text: string, from: number, to: number): string {
  const at = Date.parse(`${text}T00:00:00Z`)
  const isLast = new Date(at + day).getUTCDate() === 1
  if (!text.endsWith('-01') && !isLast) {
    return new Date(at + Math.floor(to / day) * day - Math.floor(from / day) * day)
      .toISOString()
      .slice(0, 10)
  }
  const first = `${shiftMonth(text.slice(0, 7), from, to)}-01`
  if (!isLast) return first
  const next = new Date(`${first}T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return new Date(next.getTime() - day).toISOString().slice(0, 10)
}
