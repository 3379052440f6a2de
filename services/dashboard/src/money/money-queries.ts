import {
  type CreateCustomer,
  type Customer,
  createCustomer,
  deleteCustomer,
  getCustomer,
  getOffer,
  getSeller,
  listCustomers,
  listOffers,
  type Offer,
  updateCustomer,
} from '@atrium/contracts'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../platform/api.ts'
import { type Tagged, tagged } from '../platform/tagged.ts'
import { nextOffset } from './next-offset.ts'
import type { Guard } from './use-draft-form.ts'

const pageSize = 50

/** The customers, newest first, or those that a text finds. */
export const customersQuery = (q = '') =>
  infiniteQueryOptions({
    queryKey: ['customers', 'list', q],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listCustomers,
        { query: { limit: pageSize, offset: pageParam, ...(q === '' ? {} : { q }) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })

/** One customer with its version. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) => tagged<Customer>(atrium.call(getCustomer, { params: { id } }, { signal })),
  })

/** A customer as its form writes it. */
export type CustomerBody = z.input<typeof CreateCustomer>

/** Adds a customer, or changes one as it was read. A repeated key adds one. */
export async function saveCustomer(
  queryClient: QueryClient,
  { id, key, etag, body }: Guard & { id: string | undefined; body: CustomerBody },
): Promise<Tagged<Customer>> {
  const customer = await tagged<Customer>(
    id === undefined
      ? atrium.call(createCustomer, { body }, { idempotencyKey: key })
      : atrium.call(updateCustomer, { params: { id }, body }, { ...(etag && { ifMatch: etag }) }),
  )
  queryClient.setQueryData(customerQuery(customer.id).queryKey, customer)
  for (const queryKey of [['customers'], ['invoices']]) void queryClient.invalidateQueries({ queryKey })
  return customer
}

/** Deletes a customer that no invoice names. */
export const removeCustomer = (id: string) => atrium.call(deleteCustomer, { params: { id } })

/** The offers of a state, newest first, or those that a text finds. */
export const offersQuery = ({
  status,
  q = '',
  billingModel,
}: {
  status: Offer['status']
  q?: string
  billingModel?: Offer['billingModel'] | undefined
}) =>
  infiniteQueryOptions({
    queryKey: ['offers', 'list', status, q, billingModel],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listOffers,
        {
          query: {
            ...{ status, limit: pageSize, offset: pageParam },
            ...(q === '' ? {} : { q }),
            ...(billingModel && { billingModel }),
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })

/** One offer with its version. */
export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: ['offers', 'one', id],
    queryFn: ({ signal }) => tagged<Offer>(atrium.call(getOffer, { params: { id } }, { signal })),
  })

/** The seller on the invoices. */
export const sellerQuery = queryOptions({
  queryKey: ['payments', 'seller'],
  queryFn: ({ signal }) => atrium.call(getSeller, {}, { signal }),
})
