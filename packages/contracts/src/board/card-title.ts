import type { CardKind } from './card-kind.ts'

/** Characters of a title that is made from the text of a card. */
const longest = 80
/** Characters of the text that are looked at. A body may have 100,000. */
const readAtMost = 400
const punctuation = /[\s,;:.–-]/

interface Named {
  readonly kind?: CardKind
  readonly title: string
  readonly body: string
}

/**
 * The title that people see for a card. Posts and links may have none: then it is made from the first words of the
 * text, so that lists, mails, search and exports all show the same name.
 */
export function cardTitle({ kind, title, body }: Named): string {
  const own = title.trim()
  if (own !== '') return own
  const words = body.slice(0, readAtMost).replaceAll(/\s+/g, ' ').trim()
  if (words !== '') return shorten(words)
  return kind === 'post' ? 'Post without text' : 'Untitled'
}

function shorten(text: string): string {
  if (text.length <= longest) return text
  // Whole characters, because an emoji may consist of several code units.
  let cut = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (cut.length + segment.length > longest) break
    cut += segment
  }
  const space = cut.lastIndexOf(' ')
  // Scripts without spaces have no words to end at.
  const whole = space > longest / 2 && text[cut.length] !== ' ' ? cut.slice(0, space) : cut
  let end = whole.length
  while (end > 0 && punctuation.test(whole[end - 1] ?? '')) end -= 1
  return `${whole.slice(0, end)} …`
}
