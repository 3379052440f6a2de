import { Cron } from 'croner'

const parse = (cron: string, tz: string): Cron =>
  new Cron(cron, { paused: true, timezone: tz, legacyMode: true })

const longest = 500

/**
 * Returns a cron expression's problem (five fields, or six with seconds). Undefined if it is valid.
 */
export function cronProblem(cron: string, tz = 'UTC'): string | undefined {
  if (cron.length > longest) return `A cron expression can have at most ${longest} characters`
  const fields = cron.trim().split(/\s+/).length
  if (!cron.trim().startsWith('@') && fields !== 5 && fields !== 6)
    return 'A cron expression must have five or six fields'
  try {
    return parse(cron, tz).nextRun(new Date(0)) === null
      ? 'This cron expression never fires'
      : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Returns true if the machine knows this time zone. */
export function isTimeZone(tz: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: tz })
    return true
  } catch {
    return false
  }
}

/**
 * Returns the first firing strictly after `after` (milliseconds since 1970) in the time zone. Null
 * if there is none.
 */
export function nextFiring(cron: string, tz: string, after: number): Date | null {
  return parse(cron, tz).nextRun(new Date(after))
}
