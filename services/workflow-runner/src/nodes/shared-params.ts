import { isTimeZone } from '@atrium/workflow-rules'
import { z } from 'zod'

export const zoneParam = (whose: string) =>
  z
    .string()
    .max(100)
    .default('UTC')
    .refine(isTimeZone, { error: 'Choose a time zone, such as Europe/Paris' })
    .describe(`The time zone of ${whose}`)

/** Returns a parameter for a list, or for a text that is split at separators. */
export const listParam = <S extends z.ZodType>(members: S, separator: RegExp, most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? splitParts(value, separator) : value),
    z.array(members).max(most),
  )

const splitParts = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const numeral = /^\s*-?\d+(?:\.\d+)?\s*$/

/** Reads a numeral in a text, because forms and tables carry numbers as texts. */
export const readNumeral = (value: unknown): unknown =>
  typeof value === 'string' && value.length < 40 && numeral.test(value) ? Number(value) : value
