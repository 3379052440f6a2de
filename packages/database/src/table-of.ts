import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { Snake } from './view.ts'

/** PostgreSQL's bigint arrives as text; a number holds every amount exactly. */
export type Cents<Null = never> = ColumnType<string | Null, number | Null, number | Null>
export type Created = Generated<Date>
/** `jsonb`, written with `json`. */
export type Json<T, Null = never, Default = never> = ColumnType<
  T | Null,
  RawBuilder<T> | Default,
  RawBuilder<T> | Null
>

/** The column of a field of the API, by its name and its type. */
type Column<K, V> = K extends `${string}Cents`
  ? Cents<Extract<V, null>>
  : K extends 'createdAt' | 'updatedAt'
    ? Created
    : K extends `${string}At` | `${string}Date` | 'until'
      ? Date | Extract<V, null>
      : [NonNullable<V>] extends [object]
        ? Json<NonNullable<V>, Extract<V, null>, null extends V ? undefined : never>
        : V

/** An org's table with a column for each field of its resource in the API, and the columns of its own. */
export type TableOf<Resource, Own> = Own & {
  [K in keyof Resource as Exclude<Snake<K & string>, keyof Own>]: Column<K, Resource[K]>
}
