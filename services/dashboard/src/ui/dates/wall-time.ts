const dayMs = 86_400_000

// Calendars format hundreds of moments at once, and it takes long to build a format.
const formats = new Map<string, Intl.DateTimeFormat>()

function findFormat(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached !== undefined) return cached
  const built = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  })
  formats.set(zone, built)
  return built
}

/**
 * Formats a moment as the wall time of a zone, `YYYY-MM-DDTHH:mm`. Returns an empty text if the
 * moment is not valid.
 */
export function formatWallTime(at: string, zone: string): string {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return ''
  const parts = findFormat(zone).formatToParts(moment)
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)?.value.padStart(2, '0') ?? ''
  const day = [part('year').padStart(4, '0'), part('month'), part('day')].join('-')
  return `${day}T${part('hour')}:${part('minute')}`
}

/** Parses a wall time as if its zone were UTC. The calendar must have the day. */
function parseAsUtc(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return undefined
  const shown = Date.parse(`${text}Z`)
  const exists = !Number.isNaN(shown) && new Date(shown).toISOString().startsWith(text)
  return exists ? shown : undefined
}

/**
 * Converts a wall time (`YYYY-MM-DDTHH:mm`) in a zone to a moment. Returns undefined for other
 * texts. Uses the later moment if daylight saving skips the time, and the first if the time occurs
 * twice.
 */
export function parseWallTime(text: string, zone: string): string | undefined {
  const shown = parseAsUtc(text)
  if (shown === undefined) return undefined
  const clockAt = (at: number) => Date.parse(`${formatWallTime(new Date(at).toISOString(), zone)}Z`)
  const withOffsetAt = (at: number) => shown - (clockAt(at) - at)
  const [before, after] = [withOffsetAt(shown - dayMs), withOffsetAt(shown + dayMs)]
  const at = clockAt(before) !== shown && clockAt(after) === shown ? after : before
  return new Date(at).toISOString()
}

export const findBrowserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
