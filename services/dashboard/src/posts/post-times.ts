const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(
  zone: string,
  name: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${zone} ${name}`
  const cached = formats.get(key)
  if (cached !== undefined) return cached
  const made = new Intl.DateTimeFormat(undefined, { ...options, timeZone: zone })
  formats.set(key, made)
  return made
}

/** Formats the time of day in a zone, in the viewer's language. */
export const timeText = (at: string, zone: string): string =>
  formatIn(zone, 'time', { hour: '2-digit', minute: '2-digit' }).format(new Date(at))

export const momentText = (at: string, zone: string): string =>
  formatIn(zone, 'moment', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at))

// A date without a time has no zone, so format it in the zone it was parsed in.
const ofDate = (date: string, name: string, options: Intl.DateTimeFormatOptions): string =>
  formatIn('UTC', name, options).format(new Date(`${date}T00:00:00Z`))

export const monthText = (date: string): string =>
  ofDate(date, 'month', { month: 'long', year: 'numeric' })
export const dayText = (date: string): string =>
  ofDate(date, 'day', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
export const shortDayText = (date: string): string =>
  ofDate(date, 'short', { day: 'numeric', month: 'short' })
export const weekdayText = (date: string): string => ofDate(date, 'weekday', { weekday: 'short' })

/**
 * Returns the current UTC offset of a zone, for example "UTC+1", or an empty text for UTC itself.
 */
export function offsetText(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    timeZoneName: 'shortOffset',
  }).formatToParts(now)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name === 'GMT' || zone === 'UTC' ? '' : name.replace('GMT', 'UTC')
}

/** Returns a zone name with its UTC offset, for example "Europe/Berlin, UTC+1". */
export function zoneText(zone: string, now: Date): string {
  const offset = offsetText(zone, now)
  return offset === '' ? zone : `${zone.replaceAll('_', ' ')}, ${offset}`
}
