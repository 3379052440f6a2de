import { getSeller, type PutSeller, putSeller, type Seller } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../platform/connection/api.ts'
import { createVersionMemory } from '../platform/records/versions.ts'

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
