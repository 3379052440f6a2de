import { type Card, type CardPatch, getCard, updateCard } from '@atrium/contracts'
import { findEtag } from '@atrium/sdk'
import { atrium } from './api.ts'

export interface ReadCard<C extends Card = Card> {
  readonly card: C
  readonly etag: string | null
}

async function versioned(call: Promise<Card>): Promise<ReadCard> {
  const card = await call
  return { card, etag: findEtag(card) ?? null }
}

export const readCard = (id: string, signal: AbortSignal) =>
  versioned(atrium.call(getCard, { params: { id } }, { signal }))

/** Changes a card. If `etag` is given and the card has changed since, it throws 412. */
export const patchCard = (id: string, body: CardPatch, etag?: string | null) =>
  versioned(
    atrium.call(updateCard, { params: { id }, body }, etag == null ? {} : { ifMatch: etag }),
  )
