const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(
  zone: string,
  name: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${zone} ${name}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(undefined, { ...options, timeZone: zone })
  formats.set(key, made)
  return made
}

/** The time of day of a moment in a zone, as the viewer's language writes it. */
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

// A date without a time has no zone: it is written in the one that it was read in.
const ofDate = (date: string, name: string, options: Intl.DateTimeFormatOptions): string =>
  formatIn('UTC', name, options).format(new Date(`${date}T00:00:00Z`))

export const monthText = (date: string): string =>
  ofDate(date, 'month', { month: 'long', year: 'numeric' })
/** A day in full, for headings and readers of screens. */
export const dayText = (date: string): string =>
  ofDate(date, 'day', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
export const shortDayText = (date: string): string =>
  ofDate(date, 'short', { day: 'numeric', month: 'short' })
export const weekdayText = (date: string): string => ofDate(date, 'weekday', { weekday: 'short' })

/** The difference of a zone from universal time now, such as "UTC+1"; empty for universal time itself. */
export function offsetText(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    timeZoneName: 'shortOffset',
  }).formatToParts(now)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name === 'GMT' || zone === 'UTC' ? '' : name.replace('GMT', 'UTC')
}

/** The name of a zone with its difference from universal time, such as "Europe/Berlin, UTC+1". */
export function zoneText(zone: string, now: Date): string {
  const offset = offsetText(zone, now)
  return offset === '' ? zone : `${zone.replaceAll('_', ' ')}, ${offset}`
}
