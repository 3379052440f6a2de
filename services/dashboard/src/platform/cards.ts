import { type Card, type CardPatch, getCard, updateCard } from '@atrium/contracts'
import { findEtag } from '@atrium/sdk'
import { atrium } from './api.ts'

/** A card with the version that was read. */
export interface ReadCard<C extends Card = Card> {
  readonly card: C
  readonly etag: string | null
}

/** The card that a call answers, with its version. */
async function versioned(call: Promise<Card>): Promise<ReadCard> {
  const card = await call
  return { card, etag: findEtag(card) ?? null }
}

export const readCard = (id: string, signal: AbortSignal) =>
  versioned(atrium.call(getCard, { params: { id } }, { signal }))

/** Changes a card. Throws 412 when it has changed since the version `etag`, if one is given. */
export const patchCard = (id: string, body: CardPatch, etag?: string | null) =>
  versioned(
    atrium.call(updateCard, { params: { id }, body }, etag == null ? {} : { ifMatch: etag }),
  )
