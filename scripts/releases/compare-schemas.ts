import { isDeepStrictEqual } from 'node:util'
import {
  describeSchema,
  fitsTags,
  fitsType,
  formatTags,
  formatValues,
  listAlternatives,
  nameInReference,
  resolveSchema,
} from './alternatives.ts'
import type { NamedSchemas, Schema } from './schema.ts'

export type BreakKind =
  | 'default'
  | 'limit'
  | 'optional'
  | 'removed'
  | 'required'
  | 'type'
  | 'unknown'
  | 'values'

/** A change with which the reader does not take every value that the writer sends. */
export interface SchemaBreak {
  readonly kind: BreakKind
  /** The named schema that contains the field. Undefined if it is the message's own field. */
  readonly schema?: string
  /** `lineItems[].title`. Empty for the message itself. */
  readonly field: string
  /** What changed: `is required now`. */
  readonly change: string
}

/** Who writes and who reads, and what they do. */
export interface Direction {
  /** The side with the last release's schema. */
  readonly older: 'writer' | 'reader'
  /** True if the writer fills in defaults before it sends. */
  readonly fillsDefaults: boolean
  /**
   * True if the reader ignores fields and values that it does not know, and checks no limits. This
   * is how clients read responses.
   */
  readonly tolerant: boolean
  readonly writers: NamedSchemas
  readonly readers: NamedSchemas
}

interface Place {
  readonly schema?: string
  readonly field: string
}

export type CompareSchemas = (writer: Schema, reader: Schema) => SchemaBreak[]

/** Returns a function that finds the breaks between two schemas in one direction. */
export function createComparer(direction: Direction): CompareSchemas {
  const { older, tolerant, writers, readers } = direction
  const isOldReader = older === 'reader'
  const seen = new Map<string, SchemaBreak[]>()

  const compare = (writer: Schema, reader: Schema, place: Place): SchemaBreak[] => {
    if (writer.$ref === undefined || reader.$ref === undefined)
      return compareWhole(writer, reader, place)
    const pair = `${writer.$ref} ${reader.$ref}`
    const known = seen.get(pair)
    if (known !== undefined) return known
    // A schema may contain itself.
    seen.set(pair, [])
    const schema = nameInReference(writer.$ref)
    const inside = writer.$ref === reader.$ref ? { schema, field: '' } : place
    const breaks = compareWhole(
      resolveSchema(writer, writers),
      resolveSchema(reader, readers),
      inside,
    )
    seen.set(pair, breaks)
    return breaks
  }

  const compareWhole = (writer: Schema, reader: Schema, place: Place): SchemaBreak[] => {
    const written = listAlternatives(writer, writers)
    const read = listAlternatives(reader, readers)
    if (read.some(({ type }) => type === undefined)) return []
    const breaks = written.flatMap((one) => compareAlternative(one, read, place))
    const told = breaks.filter(({ change }) => change !== '')
    // One break tells all types that the reader does not take.
    if (told.length < breaks.length) return [...told, typeBreak(writer, reader, place)]
    return tolerant && isOldReader ? [...breaks, ...findLostValues(written, read, place)] : breaks
  }

  const typeBreak = (writer: Schema, reader: Schema, place: Place): SchemaBreak => {
    const [from, to] = isOldReader
      ? [describeSchema(reader, readers), describeSchema(writer, writers)]
      : [describeSchema(writer, writers), describeSchema(reader, readers)]
    return { ...place, kind: 'type', change: `changed from ${from} to ${to}` }
  }

  const compareAlternative = (
    written: Schema,
    read: readonly Schema[],
    place: Place,
  ): SchemaBreak[] => {
    if (written.enum !== undefined) return compareValues(written, read, place)
    const candidates = read.filter((one) => fitsType(written, one))
    const isUnion = candidates.length > 1
    const fitting = candidates.filter((one) => !isUnion || fitsTags(written, one))
    const compared = fitting.map((one) => compareStructure(written, one, place))
    const best = compared.toSorted((a, b) => a.length - b.length)[0]
    if (best !== undefined) return best
    if (!isUnion) return [untaken(place)]
    if (tolerant && isOldReader) return []
    const change = `has ${isOldReader ? 'the new' : 'lost the'} record with ${formatTags(written)}`
    return [{ ...place, kind: 'values', change }]
  }

  const compareValues = (written: Schema, read: readonly Schema[], place: Place): SchemaBreak[] => {
    const fitting = read.filter((one) => fitsType(written, one))
    if (fitting.length === 0) return [untaken(place)]
    if (tolerant || fitting.some((one) => one.enum === undefined)) return []
    const known = fitting.flatMap((one) => one.enum ?? [])
    const values = (written.enum ?? []).filter((value) => !known.includes(value))
    if (values.length === 0) return []
    const change = `has ${isOldReader ? 'the new' : 'lost the'} value ${formatValues(values)}`
    return [{ ...place, kind: 'values', change }]
  }

  const findLostValues = (
    written: readonly Schema[],
    read: readonly Schema[],
    place: Place,
  ): SchemaBreak[] => {
    const isWritten = (one: Schema, value: unknown): boolean =>
      written.some((other) => fitsType(one, other) && (other.enum?.includes(value) ?? true))
    const values = read.flatMap((one) => (one.enum ?? []).filter((value) => !isWritten(one, value)))
    const lost = values.length === 0 ? [] : [`has lost the value ${formatValues(values)}`]
    const records = read.filter(({ type }) => type === 'object')
    const kinds = records.length < 2 ? [] : records
    const gone = kinds
      .filter((one) => !written.some((other) => fitsTags(one, other)))
      .map((one) => `has lost the record with ${formatTags(one)}`)
    return [...lost, ...gone].map((change) => ({ ...place, kind: 'values', change }))
  }

  const compareStructure = (writer: Schema, reader: Schema, place: Place): SchemaBreak[] => {
    if (writer.$ref !== undefined && reader.$ref !== undefined)
      return compare(writer, reader, place)
    if (reader.enum !== undefined) return [untaken(place)]
    const limits = findLimitBreaks(writer, reader, direction).map(
      (change): SchemaBreak => ({
        ...place,
        kind: 'limit',
        change,
      }),
    )
    if (writer.type === 'array') return [...limits, ...compareItems(writer, reader, place)]
    if (writer.type === 'object') return [...limits, ...compareFields(writer, reader, place)]
    return limits
  }

  const compareItems = (writer: Schema, reader: Schema, place: Place): SchemaBreak[] => {
    const inside = { ...place, field: `${place.field}[]` }
    const positions = (writer.prefixItems ?? []).flatMap((item, index) =>
      compare(item, reader.prefixItems?.[index] ?? reader.items ?? {}, inside),
    )
    return [...positions, ...compare(writer.items ?? {}, reader.items ?? {}, inside)]
  }

  const compareFields = (writer: Schema, reader: Schema, place: Place): SchemaBreak[] => {
    const names = new Set([
      ...Object.keys(writer.properties ?? {}),
      ...Object.keys(reader.properties ?? {}),
    ])
    const fields = [...names].flatMap((name) => compareField(name, writer, reader, place))
    const others = { ...place, field: joinField(place.field, '*') }
    return isObjectSchema(writer.additionalProperties) &&
      isObjectSchema(reader.additionalProperties)
      ? [...fields, ...compare(writer.additionalProperties, reader.additionalProperties, others)]
      : fields
  }

  const compareField = (
    name: string,
    writer: Schema,
    reader: Schema,
    place: Place,
  ): SchemaBreak[] => {
    const here = { ...place, field: joinField(place.field, name) }
    const sent = writer.properties?.[name]
    const taken = reader.properties?.[name]
    const isNeeded = reader.required?.includes(name) === true
    if (sent === undefined) {
      if (isOldReader) return [{ ...here, kind: 'removed', change: 'was removed' }]
      return isNeeded ? [{ ...here, kind: 'required', change: 'is new and required' }] : []
    }
    if (taken === undefined) return compareUntaken(sent, reader, here)
    const isSure = writer.required?.includes(name) === true || isFilled(sent, direction)
    const missing: SchemaBreak[] =
      isSure || !isNeeded
        ? []
        : [
            isOldReader
              ? { ...here, kind: 'optional', change: 'is optional now' }
              : { ...here, kind: 'required', change: 'is required now' },
          ]
    return [
      ...missing,
      ...(isSure || isNeeded || direction.fillsDefaults ? [] : compareDefaults(sent, taken, here)),
      ...compare(sent, taken, here),
    ]
  }

  const compareUntaken = (sent: Schema, reader: Schema, place: Place): SchemaBreak[] => {
    const { additionalProperties: others } = reader
    if (isObjectSchema(others) && Object.keys(others).length > 0)
      return compare(sent, others, place)
    if (!isOldReader) return [{ ...place, kind: 'removed', change: 'was removed' }]
    return others === false && !tolerant
      ? [{ ...place, kind: 'unknown', change: 'is new, and the receiver refuses unknown fields' }]
      : []
  }

  const compareDefaults = (sent: Schema, taken: Schema, place: Place): SchemaBreak[] => {
    const before = resolveSchema(sent, writers).default
    const now = resolveSchema(taken, readers).default
    if (isOldReader || before === undefined || isDeepStrictEqual(before, now)) return []
    const change = `has the default ${JSON.stringify(now) ?? 'nothing'} instead of ${JSON.stringify(before)}`
    return [{ ...place, kind: 'default', change }]
  }

  return (writer, reader) => compare(writer, reader, { field: '' })
}

/** Marks an alternative that the reader does not take at all. */
const untaken = (place: Place): SchemaBreak => ({ ...place, kind: 'type', change: '' })

const joinField = (field: string, name: string): string =>
  field === '' ? name : `${field}.${name}`

const isObjectSchema = (value: boolean | Schema | undefined): value is Schema =>
  typeof value === 'object'

const isFilled = (schema: Schema, { fillsDefaults, writers }: Direction): boolean =>
  fillsDefaults && resolveSchema(schema, writers).default !== undefined

const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
const exact = ['format', 'pattern', 'multipleOf'] as const

/**
 * Returns the limits with which the reader refuses a value of the writer. A tolerant reader checks
 * only the format, because it reads a date as a date.
 */
function findLimitBreaks(
  writer: Schema,
  reader: Schema,
  { older, tolerant }: Pick<Direction, 'older' | 'tolerant'>,
): string[] {
  const isTighter = (keyword: string): boolean => {
    const [limit, given] = [reader[keyword], writer[keyword]]
    if (limit === undefined || limit === given) return false
    if (typeof limit !== 'number' || typeof given !== 'number') return true
    if (upper.some((each) => each === keyword)) return given > limit
    return lower.some((each) => each === keyword) ? given < limit : true
  }
  const [before, now] = older === 'writer' ? [writer, reader] : [reader, writer]
  const tell = (keyword: string): string =>
    `has the ${keyword} ${now[keyword] ?? 'nothing'} instead of ${before[keyword] ?? 'nothing'}`
  const checked = tolerant ? ['format'] : [...upper, ...lower, ...exact]
  return checked.filter(isTighter).map(tell)
}
