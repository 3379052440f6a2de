/** Reads a number or a numeral. NaN for anything else, because `Number` would call its methods. */
export const readNumeral = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
