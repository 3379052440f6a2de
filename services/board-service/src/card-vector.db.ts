import { searchVector } from '@atrium/database'
import type { CardRow } from './database.ts'

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* stringsIn(inner)
  }
}

export function cardVector(card: Pick<CardRow, 'org_id' | 'title' | 'body' | 'tags' | 'fields'>) {
  const text = [card.title, card.tags.join(' '), card.body, ...stringsIn(card.fields)].join(' ')
  return searchVector(card.org_id, card.tags, text)
}
