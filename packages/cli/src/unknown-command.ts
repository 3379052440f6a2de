import type { Command } from './command.ts'

const mostSuggestions = 3
const longestWord = 40

/** The names of commands that a call without a command is likely to mean: `cards list` for `card lst`. */
export function likelyNames(words: readonly string[], commands: readonly Command[]): string[] {
  const near = commands.flatMap(({ name }) => {
    const meant = name.split(' ')
    const given = words.slice(0, meant.length)
    if (given.length < meant.length || given.some((word) => word.length > longestWord)) return []
    const distances = meant.map((word, at) => distanceOf(given[at] ?? '', word))
    // A third of a word may be wrong, and one letter of a short one.
    const isNear = distances.every((distance, at) => distance <= Math.max(1, (meant[at]?.length ?? 0) / 3))
    return isNear ? [{ name, distance: distances.reduce((sum, distance) => sum + distance, 0) }] : []
  })
  return near
    .sort((one, other) => one.distance - other.distance)
    .slice(0, mostSuggestions)
    .map(({ name }) => name)
}

/** Letters to add, remove or change between two words. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [column, its] of [...other].entries()) {
      const changed = (row[column] ?? 0) + (letter === its ? 0 : 1)
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
