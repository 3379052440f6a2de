export const maxTags = 50

/** Adds and removes tags, and drops duplicates. A tag in both lists is removed. */
export function retagged(
  tags: readonly string[],
  added: readonly string[] = [],
  taken: readonly string[] = [],
): string[] {
  const away = new Set(taken)
  return [...new Set([...tags, ...added])].filter((tag) => !away.has(tag))
}
