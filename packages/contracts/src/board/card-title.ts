import type { CardKind } from './card-kind.ts'

/** The limit for a title made from the card text, in characters. */
const longest = 80
/** How many characters to read. A body may have 100,000. */
const readAtMost = 400
const punctuation = /[\s,;:.–-]/

interface Named {
  readonly kind?: CardKind
  readonly title: string
  readonly body: string
}

/**
 * Returns the title to show for a card. If a post or link has none, uses the first words of its
 * text, so lists, mails, search and exports all show the same name.
 */
export function cardTitle({ kind, title, body }: Named): string {
  const ownTitle = title.trim()
  if (ownTitle !== '') return ownTitle
  const words = body.slice(0, readAtMost).replaceAll(/\s+/g, ' ').trim()
  if (words !== '') return shorten(words)
  return kind === 'post' ? 'Post without text' : 'Untitled'
}

function shorten(text: string): string {
  if (text.length <= longest) return text
  // Cuts whole characters because an emoji may have several code units.
  let cut = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (cut.length + segment.length > longest) break
    cut += segment
  }
  const space = cut.lastIndexOf(' ')
  // Scripts without spaces have no word ends.
  const whole = space > longest / 2 && text[cut.length] !== ' ' ? cut.slice(0, space) : cut
  let end = whole.length
  while (end > 0 && punctuation.test(whole[end - 1] ?? '')) end -= 1
  return `${whole.slice(0, end)} …`
}
