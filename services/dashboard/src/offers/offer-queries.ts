import { archiveOffer, type CreateOffer, createOffer, type Offer, updateOffer } from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { offerQuery } from '../money/money-queries.ts'
import { atrium } from '../platform/api.ts'

/** An offer as its form writes it. */
export type OfferBody = z.input<typeof CreateOffer>

/** Adds an offer, or changes one. A repeated key adds one. */
export const saveOfferMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      id,
      key,
      body,
    }: {
      id: string | undefined
      key: string
      body: OfferBody
    }): Promise<Offer> =>
      id === undefined
        ? atrium.call(createOffer, { body }, { idempotencyKey: key })
        : atrium.call(updateOffer, { params: { id }, body }),
    onSuccess: (offer) => {
      queryClient.setQueryData(offerQuery(offer.id).queryKey, offer)
      return queryClient.invalidateQueries({ queryKey: ['offers'] })
    },
  })

/** Takes an offer out of the catalog. */
export const archive = (id: string) => atrium.call(archiveOffer, { params: { id } })
