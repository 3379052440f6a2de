import type { Command } from './command.ts'

const mostSuggestions = 3
const longestWord = 40

/** Finds the commands that a mistyped call is likely to mean: `cards list` for `card lst` or `crads`. */
export function likelyNames(words: readonly string[], commands: readonly Command[]): string[] {
  const near = commands.flatMap(({ name }) => {
    const meant = name.split(' ')
    const given = words.slice(0, meant.length)
    if (given.some((word) => word.length > longestWord)) return []
    const distances = given.map((word, at) => wordDistance(word, meant[at] ?? ''))
    // A third of a word may be wrong, and one letter of a short one.
    const isNear = distances.every((distance, at) => distance <= Math.max(1, (meant[at]?.length ?? 0) / 3))
    return isNear ? [{ name, distance: distances.reduce((sum, distance) => sum + distance, 0) }] : []
  })
  return near
    .sort((one, other) => one.distance - other.distance)
    .slice(0, mostSuggestions)
    .map(({ name }) => name)
}

/** Counts the letters to add, remove, change or swap with their neighbour between two words (optimal string alignment). */
function wordDistance(one: string, other: string): number {
  const [given, meant] = [[...one], [...other]]
  let beforeLast: number[] = []
  let last = Array.from({ length: meant.length + 1 }, (_, at) => at)
  for (const [at, letter] of given.entries()) {
    const row = [at + 1]
    for (const [column, its] of meant.entries()) {
      const changed = (last[column] ?? 0) + (letter === its ? 0 : 1)
      const isSwapped = column > 0 && letter === meant[column - 1] && given[at - 1] === its
      const swapped = isSwapped ? (beforeLast[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(changed, (last[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1, swapped))
    }
    beforeLast = last
    last = row
  }
  return last.at(-1) ?? 0
}
