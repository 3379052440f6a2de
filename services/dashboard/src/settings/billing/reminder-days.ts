const most = 10
const latest = 90

/**
 * Parses days such as "3, 7, 14", sorts them and removes duplicates. Returns undefined if an entry
 * is not a whole number from `least` to 90, or if there are more than 10 days.
 */
export function parseDays(typed: string, least: number): number[] | undefined {
  const parts = typed.split(/[\s,;]+/).filter((part) => part !== '')
  const days = [
    ...new Set(parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN))),
  ]
  const isGood = days.length <= most && days.every((day) => day >= least && day <= latest)
  return isGood ? days.sort((one, other) => one - other) : undefined
}
