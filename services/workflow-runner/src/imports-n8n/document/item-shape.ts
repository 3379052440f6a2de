export type Path = readonly (string | number)[]

/**
 * Where an n8n step's item fields are in its counterpart's items. For example, a response is the
 * item itself in n8n and under `body` here.
 */
export interface ItemShape {
  /** Fields that keep their names, by their first key. */
  own: ReadonlySet<string>
  /** Fields with another name, by their n8n path with dots. */
  renamed: ReadonlyMap<string, Path>
  /** The path under which all other fields are. */
  under: Path
}

export const sameShape: ItemShape = { own: new Set(), renamed: new Map(), under: [] }

export const createShape = (
  renamed: Readonly<Record<string, string>>,
  under: Path = [],
): ItemShape => ({
  own: new Set(),
  renamed: new Map(Object.entries(renamed).map(([from, to]) => [from, to.split('.')])),
  under,
})

// Every step of a long chain may add fields.
const mostOwn = 500

/** Returns the shape after a step that sets `names` and passes the other fields. */
export const withOwnFields = (shape: ItemShape, names: readonly string[]): ItemShape =>
  shape.own.size + names.length > mostOwn
    ? shape
    : { ...shape, own: new Set([...shape.own, ...names]) }

const longestRenamed = 4

/** Translates a path into an n8n item to a path into the counterpart's item. */
export function translatePath({ own, renamed, under }: ItemShape, path: Path): Path {
  const [first] = path
  if (first === undefined) return under
  if (own.has(String(first))) return path
  for (let length = Math.min(path.length, longestRenamed); length > 0; length -= 1) {
    const found = renamed.get(path.slice(0, length).join('.'))
    if (found !== undefined) return [...found, ...path.slice(length)]
  }
  return [...under, ...path]
}
