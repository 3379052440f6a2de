import type { NamedSchemas, Schema } from './schema.ts'

/** Returns the schema behind a reference. Throws if there is none. */
export function resolveSchema(schema: Schema, schemas: NamedSchemas): Schema {
  if (schema.$ref === undefined) return schema
  const name = nameInReference(schema.$ref)
  const found = schemas[name]
  if (found === undefined) throw new Error(`The release has no schema ${name}`)
  return resolveSchema(found, schemas)
}

export const nameInReference = (reference: string): string =>
  reference.slice(reference.lastIndexOf('/') + 1)

/**
 * Returns the alternatives of a schema: one for each member of a union, and one for each type. An
 * alternative has at most one type, and keeps the reference to its named schema. Schemas that must
 * all hold are merged.
 */
export function listAlternatives(schema: Schema, schemas: NamedSchemas): Schema[] {
  if (schema.$ref !== undefined) {
    const found = listAlternatives(resolveSchema(schema, schemas), schemas)
    return found.length === 1 ? [{ ...found[0], $ref: schema.$ref }] : found
  }
  const { anyOf, oneOf, allOf, type, ...rest } = schema
  const union = anyOf ?? oneOf
  if (union !== undefined) return union.flatMap((member) => listAlternatives(member, schemas))
  if (allOf !== undefined) {
    const parts = allOf.map((member) => resolveSchema(member, schemas))
    return listAlternatives(
      mergeSchemas([type === undefined ? rest : { ...rest, type }, ...parts]),
      schemas,
    )
  }
  if (Array.isArray(type)) return type.map((each) => keepFitting({ ...rest, type: each }))
  if ('const' in schema && schema.enum === undefined)
    return listAlternatives({ ...schema, const: undefined, enum: [schema.const] }, schemas)
  return [type === undefined ? { ...rest, ...guessType(schema) } : schema]
}

function mergeSchemas(parts: readonly Schema[]): Schema {
  const merged: Record<string, unknown> = Object.assign({}, ...parts)
  merged['properties'] = Object.assign({}, ...parts.map(({ properties }) => properties))
  merged['required'] = parts.flatMap(({ required = [] }) => required)
  return merged
}

/** Returns one type of several with those of its values that have this type. */
function keepFitting(schema: Schema & { type: string }): Schema {
  if (schema.type === 'null') return { type: 'null' }
  if (schema.enum === undefined) return schema
  return { ...schema, enum: schema.enum.filter((value) => typeName(value) === schema.type) }
}

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

function guessType(schema: Schema): Schema {
  if (schema.properties !== undefined) return { type: 'object' }
  if (schema.items !== undefined) return { type: 'array' }
  if (schema.enum !== undefined && schema.enum.length > 0) return { type: typeName(schema.enum[0]) }
  return {}
}

/** Returns what a value with this schema is, in a few words: `'draft' | 'sent'` or `string`. */
export function describeSchema(schema: Schema, schemas: NamedSchemas): string {
  const names = listAlternatives(schema, schemas).map(({ type, enum: values }) =>
    values === undefined
      ? String(type ?? 'anything')
      : values.map((value) => JSON.stringify(value)).join(' | '),
  )
  return [...new Set(names)].join(' | ')
}

/** True if the reader takes the writer's type. */
export const fitsType = (writer: Schema, reader: Schema): boolean =>
  writer.type === reader.type || (writer.type === 'integer' && reader.type === 'number')

/** Returns the fixed values of required fields, such as `kind: ['invoice']`. */
function readTags({ properties = {}, required = [] }: Schema): Array<[string, readonly unknown[]]> {
  return required.flatMap((name): Array<[string, readonly unknown[]]> => {
    const field = properties[name]
    if (field === undefined) return []
    const values = field.enum ?? ('const' in field ? [field.const] : undefined)
    return values === undefined ? [] : [[name, values]]
  })
}

export const formatValues = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(', ')

/** Returns what tells a record apart from the others of its union: `kind "invoice"`. */
export const formatTags = (schema: Schema): string =>
  readTags(schema)
    .map(([name, values]) => `${name} ${formatValues(values)}`)
    .join(' and ')

/** True if no field tells the two records apart. */
export function fitsTags(one: Schema, other: Schema): boolean {
  const tags = new Map(readTags(other))
  return readTags(one).every(([name, values]) => {
    const others = tags.get(name)
    return others === undefined || values.some((value) => others.includes(value))
  })
}
