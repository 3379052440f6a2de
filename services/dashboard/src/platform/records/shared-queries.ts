import {
  type Card,
  type CardPatch,
  getCard,
  listChannels,
  listNetworks,
  listPickers,
  updateCard,
} from '@atrium/contracts'
import { findEtag } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../connection/api.ts'
import { operationQuery } from './queries.ts'

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

/** Lists the user's own channels and shared ones. */
export const channelsQuery = operationQuery(['channels', 'list'], listChannels, {})

export const networksQuery = operationQuery(['channels', 'networks'], listNetworks, {})

/** Lists the user's pending choices between Pages. */
export const pickersQuery = operationQuery(['channels', 'pickers'], listPickers, {})

export interface Member {
  readonly userId: string
  readonly role: string
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
}

export const membersQuery = queryOptions({
  queryKey: ['members', 'names'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<readonly Member[]> => {
    const response = await atrium.request('/api/auth/organization/list-members?limit=1000', {
      signal,
    })
    return ((await response.json()) as { members: Member[] }).members
  },
})
