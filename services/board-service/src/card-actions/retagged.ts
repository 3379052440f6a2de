/** Tags of a card at most. */
export const maxTags = 50

/** Tags after some are added and some taken away, each once. A tag in both lists is taken away. */
export function retagged(
  tags: readonly string[],
  added: readonly string[] = [],
  taken: readonly string[] = [],
): string[] {
  const away = new Set(taken)
  return [...new Set([...tags, ...added])].filter((tag) => !away.has(tag))
}
