/**
 * A day or a time as written in ISO 8601. `offset` is in minutes. Without an offset the fields are
 * local, so they are the same in every time zone.
 */
export interface Moment {
  /** The fields as milliseconds since 1970 in UTC. */
  fields: number
  offset: number | undefined
}

const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(?:(Z)|([+-])(\d\d):?(\d\d))?)?$/i
const longest = 50

/** Parses an ISO 8601 day or time. Returns undefined for other values and impossible days. */
export function readMoment(value: unknown): Moment | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined
  const match = iso.exec(value.trim())
  if (match === null) return undefined
  const at = (group: number): number => Number(match[group] ?? 0)
  const [year, month, day] = [at(1), at(2), at(3)]
  const [hours, minutes, seconds] = [at(4), at(5), at(6)]
  if (hours > 23 || minutes > 59 || seconds > 59 || at(10) > 23 || at(11) > 59) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  date.setUTCHours(hours, minutes, seconds, Number((match[7] ?? '').padEnd(3, '0').slice(0, 3)))
  const sign = match[9] === '-' ? -1 : 1
  const offset =
    match[8] !== undefined ? 0 : match[9] === undefined ? undefined : sign * (at(10) * 60 + at(11))
  return { fields: date.getTime(), offset }
}
