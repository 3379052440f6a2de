import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { Snake } from './view.ts'

/** An amount in cents. PostgreSQL's bigint is read as text. A number holds every amount exactly. */
export type Cents<Null = never> = ColumnType<string | Null, number | Null, number | Null>
export type Created = Generated<Date>
/** A `jsonb` column, written with `json`. */
export type Json<T, Null = never, Default = never> = ColumnType<
  T | Null,
  RawBuilder<T> | Default,
  RawBuilder<T> | Null
>

/** The column of an API field, derived from its name and type. */
type Column<K, V> = K extends `${string}Cents`
  ? Cents<Extract<V, null>>
  : K extends 'createdAt' | 'updatedAt'
    ? Created
    : K extends `${string}At` | `${string}Date` | 'until'
      ? Date | Extract<V, null>
      : [NonNullable<V>] extends [object]
        ? Json<NonNullable<V>, Extract<V, null>, null extends V ? undefined : never>
        : V

/**
 * An organisation's table with a column for each field of its API resource, and its own extra
 * columns.
 */
export type TableOf<Resource, Own> = Own & {
  [K in keyof Resource as Exclude<Snake<K & string>, keyof Own>]: Column<K, Resource[K]>
}
