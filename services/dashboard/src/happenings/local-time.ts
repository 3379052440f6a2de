import type { Happening } from '@atrium/contracts'

const dayMs = 86_400_000

const clockParts = (zone: string) =>
  new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  })

/** Returns the wall time of a moment in a zone, `YYYY-MM-DDTHH:mm`. */
export function localText(at: string, zone: string): string {
  const parts = clockParts(zone).formatToParts(new Date(at))
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)?.value.padStart(2, '0') ?? ''
  const day = [part('year').padStart(4, '0'), part('month'), part('day')].join('-')
  return `${day}T${part('hour')}:${part('minute')}`
}

/**
 * Converts a wall time (`YYYY-MM-DDTHH:mm`) in a zone to a moment. Returns undefined for other
 * texts. Uses the later moment if daylight saving skips the time, and the first if the time occurs
 * twice.
 */
export function momentOfLocal(text: string, zone: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return undefined
  const shown = Date.parse(`${text}Z`)
  if (Number.isNaN(shown)) return undefined
  const clockAt = (at: number) => Date.parse(`${localText(new Date(at).toISOString(), zone)}Z`)
  const withOffsetAt = (at: number) => shown - (clockAt(at) - at)
  const [before, after] = [withOffsetAt(shown - dayMs), withOffsetAt(shown + dayMs)]
  const at = clockAt(before) !== shown && clockAt(after) === shown ? after : before
  return new Date(at).toISOString()
}

export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ')

/**
 * Formats when an event takes place, in the event's own zone. The mails use the same format, for
 * example "Sat 1 May 2027, 18:00 – 22:00, Europe/Berlin".
 */
export function periodLabel(
  { startsAt, endsAt, timeZone }: Pick<Happening, 'startsAt' | 'endsAt' | 'timeZone'>,
  locale?: string,
): string {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
  const start = new Date(startsAt)
  const times = endsAt === null ? format.format(start) : format.formatRange(start, new Date(endsAt))
  return `${times}, ${zoneLabel(timeZone)}`
}
