import { archiveOffer, type CreateOffer, createOffer, type Offer, updateOffer } from '@atrium/contracts'
import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { offerQuery } from '../money/money-queries.ts'
import type { Guard } from '../money/use-draft-form.ts'
import { atrium } from '../platform/api.ts'
import { type Tagged, tagged } from '../platform/tagged.ts'

/** An offer as its form writes it. */
export type OfferBody = z.input<typeof CreateOffer>

/** Adds an offer, or changes one as it was read. A repeated key adds one. */
export async function saveOffer(
  queryClient: QueryClient,
  { id, key, etag, body }: Guard & { id: string | undefined; body: OfferBody },
): Promise<Tagged<Offer>> {
  const offer = await tagged<Offer>(
    id === undefined
      ? atrium.call(createOffer, { body }, { idempotencyKey: key })
      : atrium.call(updateOffer, { params: { id }, body }, { ...(etag && { ifMatch: etag }) }),
  )
  queryClient.setQueryData(offerQuery(offer.id).queryKey, offer)
  void queryClient.invalidateQueries({ queryKey: ['offers'] })
  return offer
}

/** Takes an offer out of the catalog. */
export const archive = (id: string) => atrium.call(archiveOffer, { params: { id } })
