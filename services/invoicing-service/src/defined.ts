type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The entries of an object that have a value; null is a value. */
export const defined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Defined<T>
