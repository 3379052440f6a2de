const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(
  zone: string,
  name: string,
  options: Intl.DateTimeFormatOptions,
  locale?: string,
): Intl.DateTimeFormat {
  const key = `${zone} ${name}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formats.set(key, known)
  return known
}

/** The wall clock of a zone at a moment, `YYYY-MM-DDTHH:mm`. */
export function wallTime(moment: Date, zone: string): string {
  const parts = formatIn(
    zone,
    'wall',
    {
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
      ...{ hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' },
    },
    'en-GB',
  ).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/**
 * The moment at which the clock of a zone shows `YYYY-MM-DDTHH:mm`; undefined for another text. A time that daylight
 * saving leaves out is an hour later, of a time that comes twice it is the first.
 */
export function momentOf(text: string, zone: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return undefined
  const wanted = Date.parse(`${text}Z`)
  if (Number.isNaN(wanted)) return undefined
  const offsetAt = (moment: number) => Date.parse(`${wallTime(new Date(moment), zone)}Z`) - moment
  const day = 86_400_000
  // The offsets before and after a change of the clocks; outside of one they are the same.
  const candidates = [offsetAt(wanted - day), offsetAt(wanted + day)].map((offset) => wanted - offset)
  const exact = candidates.filter((moment) => wallTime(new Date(moment), zone) === text)
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates))
}

/** The day and the time of a moment in a zone. */
export const momentText = (at: string, zone: string): string =>
  formatIn(zone, 'moment', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  }).format(new Date(at))

/** The name of a zone with its difference from universal time, such as "Europe/Berlin, UTC+1". */
export function zoneText(zone: string, now: Date): string {
  const parts = formatIn(zone, 'offset', { timeZoneName: 'shortOffset' }, 'en').formatToParts(now)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? ''
  return zone === 'UTC' ? zone : `${zone.replaceAll('_', ' ')}, ${offset}`
}

/** The next day at nine on the clock of a zone. */
export function tomorrowMorning(now: Date, zone: string): Date | undefined {
  const [today = ''] = wallTime(now, zone).split('T')
  const tomorrow = new Date(Date.parse(`${today}T00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return momentOf(`${tomorrow}T09:00`, zone)
}
