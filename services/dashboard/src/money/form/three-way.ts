/** A draft's parts with their fields. A part is merged as a whole. */
export type Parts<D> = Readonly<Record<string, readonly (keyof D)[]>>

// Line keys exist only on the page, and `sold` is not part of a draft's content.
const ignoredKeys: ReadonlySet<string> = new Set(['key', 'sold'])
const plain = (value: unknown): string =>
  JSON.stringify(value, (name, inner: unknown) => (ignoredKeys.has(name) ? undefined : inner)) ?? ''

const isSamePart = <D>(fields: readonly (keyof D)[], one: D, other: D): boolean =>
  fields.every((field) => plain(one[field]) === plain(other[field]))

/** True if two drafts have equal content. */
export const isSameDraft = <D>(parts: Parts<D>, one: D, other: D): boolean =>
  Object.values(parts).every((fields) => isSamePart(fields, one, other))

/** Returns a draft with the named parts taken from another draft. */
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
 * Merges two drafts that both started from `base`. If only one side changed a part, its value is
 * taken. `clashes` names the parts that both sides changed differently. For those, `merged` has the
 * value from `mine`.
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
