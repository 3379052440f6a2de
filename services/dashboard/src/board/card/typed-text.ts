import type { Card, CardPatch } from '@atrium/contracts'

/** Unsaved typed text. If a field has no entry, the card's value is shown. */
export interface TypedText {
  readonly title?: string
  readonly body?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** Returns a patch for typed text. Empty if the text equals the card's values. */
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
