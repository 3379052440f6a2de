import { nextFiring } from '../../engine/index.ts'

const form = /^(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/
const longestTime = 20
const mostTimes = 100

function readTime(text: string): { hour: number; minute: number } | undefined {
  const [, hours, minutes, half] = form.exec(text.toLowerCase()) ?? []
  // A bare number could mean morning or evening.
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined
  const hour = Number(hours)
  const minute = Number(minutes ?? 0)
  if (minute > 59) return undefined
  if (half === undefined) return hour > 23 ? undefined : { hour, minute }
  if (hour < 1 || hour > 12) return undefined
  return { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute }
}

export type PublishTimes = string | readonly string[]

const splitTimes = (times: PublishTimes): string[] =>
  (typeof times === 'string' ? times.split(',') : times)
    .map((time) => time.trim())
    .filter((time) => time !== '')

export function publishTimesProblem(times: PublishTimes): string | undefined {
  const parts = splitTimes(times)
  if (parts.length > mostTimes) return `Choose at most ${mostTimes} times`
  const broken = parts.find((part) => part.length > longestTime || readTime(part) === undefined)
  return broken === undefined
    ? undefined
    : `This is not a time of day: ${broken.slice(0, longestTime)}`
}

/**
 * Returns the next slots after `now`, earliest first. If the clocks skip a time, its slot is the
 * end of the gap. If they repeat a time, its slot is the first occurrence.
 */
export function upcomingSlots(times: PublishTimes, tz: string, now: number): Date[] {
  const daily = new Set<string>()
  for (const part of splitTimes(times)) {
    const time = readTime(part)
    if (time !== undefined) daily.add(`${time.minute} ${time.hour} * * *`)
  }
  return [...daily]
    .flatMap((cron) => nextFiring(cron, tz, now) ?? [])
    .sort((a, b) => a.getTime() - b.getTime())
}
