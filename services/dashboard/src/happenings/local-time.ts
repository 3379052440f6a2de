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

/** A moment on the clocks of a zone, as a field of a day and a time holds it: `YYYY-MM-DDTHH:mm`. */
export function localText(at: string, zone: string): string {
  const parts = clockParts(zone).formatToParts(new Date(at))
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)?.value.padStart(2, '0') ?? ''
  const day = [part('year').padStart(4, '0'), part('month'), part('day')].join('-')
  return `${day}T${part('hour')}:${part('minute')}`
}

/**
 * The moment at which the clocks of a zone show such a text; undefined for another text. A time that daylight saving
 * leaves out is the one after it, and of a time that comes twice it is the first.
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

/** The name of the viewer's zone. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ')

/** When an event takes place, in its own named zone, as its mails say it: "Sat 1 May 2027, 18:00 – 22:00, Europe/Berlin". */
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
