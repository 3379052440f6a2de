import { z } from 'zod'

/** Declares an object schema with a name in the OpenAPI document. */
export const named = <S extends z.ZodRawShape>(id: string, shape: S) => z.object(shape).meta({ id })

/** Declares a named object schema with a description. */
export const namedAs = <S extends z.ZodRawShape>(id: string, description: string, shape: S) =>
  z.object(shape).meta({ id, description })

/** Declares a named object schema for a request body. It rejects unknown fields. */
export const namedBody = <S extends z.ZodRawShape>(id: string, shape: S) =>
  z.strictObject(shape).meta({ id })

/**
 * RFC 9457 problem details with the platform's stable `code` (docs/reference/http.md, "Errors").
 */
export const Problem = namedAs('Problem', 'RFC 9457 problem details', {
  type: z.string(),
  title: z.string(),
  status: z.number().int().min(400).max(599),
  detail: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof Problem>

/** ISO 8601 UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 })

/** A client's timestamp: ISO 8601 with `Z` or an offset, and a four-digit year. */
export const Moment = z.iso.datetime({ offset: true }).refine(
  (text) => {
    const moment = new Date(text)
    return Number.isNaN(moment.getTime()) || /^\d{4}-/.test(moment.toISOString())
  },
  { error: 'The years 0000 to 9999 in UTC' },
)

/** A calendar day, `YYYY-MM-DD`. */
export const CalendarDay = z.iso.date()

/**
 * A calendar day, or a timestamp. A timestamp counts as its day in the organisation's time zone.
 */
export const DayOrMoment = z.union(
  // PostgreSQL has no year 0000.
  [Moment, CalendarDay.refine((day) => !day.startsWith('0000'))],
  'A day, such as 2026-03-02, or a moment',
)

/** A record's path parameter. */
export const byId = z.object({ id: z.string() })

/** The path parameter of a record with a bounded id. */
export const byShortId = z.object({ id: z.string().max(200) })

/** The path parameters for a numbered record version. */
export const byVersion = byShortId.extend({ n: z.coerce.number().int().min(1).max(1_000_000_000) })

/**
 * A text with at least one visible character. Spaces, controls, joiners, fillers and other
 * characters without ink do not count, because a name made of them looks empty.
 */
export const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\s]/u

/** A name that a user gives something. */
export const GivenName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(visible, { error: 'A name is needed' })

/** The readable part of a public URL, made from a name. */
export const Slug = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens')

/** The URL of a page or file on the web. */
export const WebUrl = z.url({ protocol: /^https?$/ }).max(2_048)

export const nextCursor = z
  .string()
  .nullable()
  .describe('The `cursor` of the next page; null on the last one')

export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(25),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
}

export const pageSchema = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    limit: z.number().int(),
    offset: z.number().int(),
  })
