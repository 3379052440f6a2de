import { diffArrays } from 'diff'

/** A piece of two compared texts: in both, only in the old one, or only in the new one. */
export interface Part {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** The most word edits to compare. The limit keeps the running time linear in the text length. */
const mostEdits = 500

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const splitWords = (text: string): string[] =>
  Array.from(words.segment(text), ({ segment }) => segment)

/**
 * Compares two texts by words, in reading order. If the texts share little, the text is replaced as
 * a whole.
 */
export function wordDiff(before: string, after: string): Part[] {
  const one = splitWords(before)
  const other = splitWords(after)
  const changes = diffArrays(one, other, { maxEditLength: mostEdits })
  if (changes === undefined) return compact(ends(one, other))
  return compact(
    changes.map(({ value, added, removed }) => ({
      kind: added ? 'new' : removed ? 'gone' : 'same',
      text: value.join(''),
    })),
  )
}

/** Returns the common beginning and end of two texts, and the text between them. */
function ends(one: readonly string[], other: readonly string[]): Part[] {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start += 1
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const part = (kind: Part['kind'], of: readonly string[], from: number, to: number): Part => ({
    kind,
    text: of.slice(from, to).join(''),
  })
  return [
    part('same', one, 0, start),
    part('gone', one, start, one.length - end),
    part('new', other, start, other.length - end),
    part('same', one, one.length - end, one.length),
  ]
}

const isBlank = (text: string | undefined): boolean =>
  text === ' ' || text === '\u00a0' || text === '\t'

const isGap = ({ kind, text }: Part): boolean =>
  kind === 'same' && text.length <= 3 && [...text].every(isBlank)

function commonBlanks(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && isBlank(one.at(-1 - count)) && one.at(-1 - count) === other.at(-1 - count))
    count += 1
  return count
}

/** Joins neighbouring changes and the blanks between them into one change. */
function compact(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  let gone = ''
  let fresh = ''
  let same = ''
  const add = (kind: Part['kind'], text: string) => {
    if (text !== '') joined.push({ kind, text })
  }
  /** Ends a change. Blanks at the end of both sides count as unchanged. */
  const endChange = () => {
    const blanks = commonBlanks(gone, fresh)
    add('gone', gone.slice(0, gone.length - blanks))
    add('new', fresh.slice(0, fresh.length - blanks))
    same = gone.slice(gone.length - blanks)
    gone = ''
    fresh = ''
  }
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'same') {
      const next = parts[at + 1]
      const isBetween = gone !== '' && fresh !== '' && next !== undefined && next.kind !== 'same'
      if (isBetween && isGap(part)) {
        gone += part.text
        fresh += part.text
        continue
      }
      if (gone !== '' || fresh !== '') endChange()
      same += part.text
      continue
    }
    add('same', same)
    same = ''
    if (part.kind === 'gone') gone += part.text
    else fresh += part.text
  }
  if (gone !== '' || fresh !== '') endChange()
  add('same', same)
  return joined
}
