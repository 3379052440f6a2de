import type { Happening } from '@atrium/contracts'

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
