/** The part of JSON Schema that zod and the sign-in library write. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly [keyword: string]: unknown
}

/** Schemas by the name in a `$ref`. */
export type NamedSchemas = Readonly<Record<string, Schema>>

type Json = Record<string, unknown>

/** Keywords that tell readers something and decide nothing. */
const texts = new Set([
  '$schema',
  '$defs',
  'deprecated',
  'description',
  'example',
  'examples',
  'readOnly',
  'title',
])
const named = new Set(['properties', 'patternProperties'])

/**
 * Returns a schema without texts and with sorted keys, so that two releases differ only where
 * messages do. A pattern that repeats a format is left out, because each version of zod has its own.
 */
export function normalizeSchema(schema: object): Schema {
  const entries = Object.entries(schema).filter(([key, value]) => isKept(schema, key, value))
  const normalized: Schema = Object.fromEntries(
    entries.map(([key, value]) => [key, normalize(key, value)]),
  )
  return sortKeys(foldNull(normalized))
}

/** Writes `string or null` as one schema with two types, because most unions are of this kind. */
function foldNull(schema: Schema): Schema {
  const [one, other, ...more] = schema.anyOf ?? []
  if (one === undefined || other?.type !== 'null' || more.length > 0) return schema
  if (typeof one.type !== 'string' || 'const' in one) return schema
  const { anyOf: _, ...rest } = schema
  const values = one.enum === undefined ? {} : { enum: [...one.enum, null] }
  return Object.assign({}, rest, one, { type: [one.type, 'null'] }, values)
}

function isKept(schema: object, key: string, value: unknown): boolean {
  if (texts.has(key)) return false
  if (key === 'pattern') return !('format' in schema)
  // Every integer has these bounds.
  return !((key === 'maximum' || key === 'minimum') && Math.abs(Number(value)) === 2 ** 53 - 1)
}

function normalize(key: string, value: unknown): unknown {
  if (key === 'default' || key === 'const') return value
  if (key === 'required' || key === 'enum')
    return (value as unknown[]).toSorted((a, b) => compareTexts(String(a), String(b)))
  if (key === '$ref') return String(value).replace(/^.*\//, '#/components/schemas/')
  if (Array.isArray(value)) return value.map((member) => normalize('', member))
  if (!isObject(value)) return value
  if (!named.has(key)) return normalizeSchema(value)
  const members = Object.entries(value).map(([name, member]) => [name, normalize('', member)])
  return sortKeys(Object.fromEntries(members))
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns the record with its keys in alphabetical order. */
export const sortKeys = <V>(record: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => compareTexts(a, b)))
