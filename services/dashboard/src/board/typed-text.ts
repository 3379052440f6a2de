import type { Card, CardPatch } from '@atrium/contracts'

/** Text that is typed and not saved yet; a field without an entry shows the card's own value. */
export interface TypedText {
  readonly title?: string
  readonly body?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** The patch of typed text; empty when it says what the card says. */
export function toPatch(card: Card, { title, body, fields = {} }: TypedText): CardPatch {
  const changed = Object.entries(fields).filter(
    ([name, value]) => value.trim() !== (card.fields[name] ?? ''),
  )
  return {
    ...(title === undefined || title.trim() === '' || title.trim() === card.title
      ? {}
      : { title: title.trim() }),
    ...(body === undefined || body === card.body ? {} : { body }),
    ...(changed.length === 0
      ? {}
      : {
          fields: Object.fromEntries(changed.map(([name, value]) => [name, value.trim() || null])),
        }),
  }
}
