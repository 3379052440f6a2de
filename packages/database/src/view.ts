import { z } from 'zod'

/** A field's column name: `issueDate` is stored as `issue_date`. */
export type Snake<K extends string> = K extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Rest>}`
  : K
// A bigint is read as text, a timestamp as a Date.
type Stored<V> = V extends number ? V | string : V extends string ? V | Date : V
type Columns<V> = { [K in keyof V as Snake<K & string>]: Stored<V[K]> }

const toColumn = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isNumber = (type: unknown): boolean =>
  (type instanceof z.ZodNullable ? type.unwrap() : type) instanceof z.ZodNumber

/**
 * Returns a function that turns rows into API objects: columns by the schema's names, timestamps in
 * ISO 8601, bigints as numbers.
 */
export function createView<S extends z.ZodObject>(
  schema: S,
): (row: Columns<z.output<S>>) => z.output<S> {
  const fields = Object.entries(schema.shape).map(
    ([field, type]) => [field, toColumn(field), isNumber(type)] as const,
  )
  return (row) => {
    const columns: Readonly<Record<string, unknown>> = row
    const shown = (value: unknown, numeric: boolean): unknown => {
      if (value instanceof Date) return value.toISOString()
      return numeric && value !== null ? Number(value) : value
    }
    return Object.fromEntries(
      fields.map(([field, column, numeric]) => [field, shown(columns[column], numeric)]),
    ) as z.output<S>
  }
}

/** Returns the columns for the fields with a value. Null is a value. */
export const toColumns = <F extends object>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [[toColumn(field), value]],
    ),
  ) as { [K in keyof F as Snake<K & string>]: Exclude<F[K], undefined> }
