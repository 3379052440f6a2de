/** The parts of a draft that are taken as a whole, with their fields. */
export type Parts<D> = Readonly<Record<string, readonly (keyof D)[]>>

// The keys of lines belong to the page, and what is sold is no content.
const apart: ReadonlySet<string> = new Set(['key', 'sold'])
const plain = (value: unknown): string =>
  JSON.stringify(value, (name, inner: unknown) => (apart.has(name) ? undefined : inner)) ?? ''

const isSamePart = <D>(fields: readonly (keyof D)[], one: D, other: D): boolean =>
  fields.every((field) => plain(one[field]) === plain(other[field]))

/** Whether two drafts have the same content. */
export const isSameDraft = <D>(parts: Parts<D>, one: D, other: D): boolean =>
  Object.values(parts).every((fields) => isSamePart(fields, one, other))

/** A draft with the named parts of another one. */
export const withParts = <D extends object>(
  parts: Parts<D>,
  draft: D,
  other: D,
  names: ReadonlySet<string>,
): D => ({
  ...draft,
  ...Object.fromEntries(
    [...names].flatMap((name) => parts[name] ?? []).map((field) => [field, other[field]]),
  ),
})

/**
 * The merge of two drafts that began with `base`: the changed parts of both. `clashes` names the parts that both
 * have changed differently; those of `mine` are in `merged`.
 */
export function threeWay<D extends object>(parts: Parts<D>, base: D, mine: D, theirs: D) {
  const names = Object.keys(parts)
  const listFields = (name: string) => parts[name] ?? []
  const untouched = names.filter((name) => isSamePart(listFields(name), base, mine))
  const clashes = names.filter(
    (name) =>
      !untouched.includes(name) &&
      !isSamePart(listFields(name), base, theirs) &&
      !isSamePart(listFields(name), mine, theirs),
  )
  return { merged: withParts(parts, mine, theirs, new Set(untouched)), clashes }
}
