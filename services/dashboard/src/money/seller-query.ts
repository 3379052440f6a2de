import { getSeller, type PutSeller, putSeller, type Seller } from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../platform/connection/api.ts'
import { createVersionMemory, isConflict } from '../platform/records/versions.ts'
import { refreshSetUp } from './set-up/set-up-queries.ts'

const version = createVersionMemory<Seller>()

/** Reads the seller named on invoices. */
export const sellerQuery = queryOptions({
  queryKey: ['payments', 'seller'],
  queryFn: async ({ signal }) => version.note(await atrium.call(getSeller, {}, { signal })),
})

/**
 * Replaces the whole seller. Throws 412 if another user changed the seller since this page read it.
 */
export const storeSeller = async (body: z.input<typeof PutSeller>): Promise<Seller> =>
  version.note(await atrium.call(putSeller, { body }, version.options()))

/**
 * Changes seller fields. The platform stores the whole seller, so changes run one after the other
 * and each starts from the previous response.
 */
export const sellerMutation = (queryClient: QueryClient) =>
  mutationOptions({
    scope: { id: 'seller' },
    mutationFn: async ({
      org,
      part,
    }: {
      org: string
      part: Partial<z.input<typeof PutSeller>>
    }) => {
      const seller = await queryClient.ensureQueryData(sellerQuery)
      // The name is empty until a seller is stored.
      return storeSeller({ ...seller, name: seller.name || org, ...part })
    },
    onMutate: () => queryClient.cancelQueries(sellerQuery),
    onSuccess: (seller) => {
      queryClient.setQueryData(sellerQuery.queryKey, seller)
      return refreshSetUp(queryClient)
    },
    // After a conflict, show what somebody else saved.
    onSettled: (_seller, error) =>
      isConflict(error) ? queryClient.invalidateQueries(sellerQuery) : undefined,
  })
