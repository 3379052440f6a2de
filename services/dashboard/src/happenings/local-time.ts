import type { Happening } from '@atrium/contracts'

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** A moment in the viewer's zone, as a field of type `datetime-local` holds it: `YYYY-MM-DDTHH:mm`. */
export function localText(at: string): string {
  const moment = new Date(at)
  const day = [pad(moment.getFullYear(), 4), pad(moment.getMonth() + 1), pad(moment.getDate())].join('-')
  return `${day}T${pad(moment.getHours())}:${pad(moment.getMinutes())}`
}

/** The moment of such a text in the viewer's zone; undefined for another text. */
export function momentOfLocal(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return undefined
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** The name of the viewer's zone. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** When an event takes place, in its own zone, as its mails say it: "Sat 1 May 2027, 18:00 – 22:00 CEST". */
export function periodLabel(
  { startsAt, endsAt }: Pick<Happening, 'startsAt' | 'endsAt'>,
  timeZone: string,
  locale?: string,
): string {
  const format = new Intl.DateTimeFormat(locale, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZone, timeZoneName: 'short' },
  })
  const start = new Date(startsAt)
  return endsAt === null ? format.format(start) : format.formatRange(start, new Date(endsAt))
}
