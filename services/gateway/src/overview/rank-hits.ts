import { foldText, type SearchHit } from '@atrium/contracts'

/**
 * Ranks a hit: 0 for the whole title or subtitle, 1 for its beginning, 2 for a word, 3 for a part,
 * 4 for a match elsewhere.
 */
function distance({ title, subtitle }: SearchHit, q: string): number {
  const [name, more] = [foldText(title), foldText(subtitle)]
  if (name === q || more === q) return 0
  if (name.startsWith(q)) return 1
  if (name.includes(` ${q}`)) return 2
  return name.includes(q) ? 3 : 4
}

/** Sorts hits by how well their names match. Equal hits keep their order. */
export function rankHits(hits: readonly SearchHit[], text: string): SearchHit[] {
  const q = foldText(text.trim())
  return hits
    .map((hit) => ({ hit, far: distance(hit, q) }))
    .sort((one, other) => one.far - other.far)
    .map(({ hit }) => hit)
}
