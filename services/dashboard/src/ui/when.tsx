const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

/** Describes how far a moment is from `now`, for example "3 days ago". */
export function distance(moment: Date, now: Date): string {
  const seconds = (moment.getTime() - now.getTime()) / 1_000
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return unit === 'second' ? 'just now' : relative.format(Math.round(seconds / size), unit)
}

/** Shows a moment in the viewer's time zone, and the exact time on hover. */
export function When({ at }: { at: string }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={exact.format(moment)}>
      {distance(moment, new Date())}
    </time>
  )
}
