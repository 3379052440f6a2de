import {
  type CreateCustomer,
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
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../platform/api.ts'
import { nextOffset } from './next-offset.ts'

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

/** One customer. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) => atrium.call(getCustomer, { params: { id } }, { signal }),
  })

/** A customer as its form writes it. */
export type CustomerBody = z.input<typeof CreateCustomer>

/** Adds a customer, or changes one. A repeated key adds one. */
export const saveCustomerMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, key, body }: { id: string | undefined; key: string; body: CustomerBody }) =>
      id === undefined
        ? atrium.call(createCustomer, { body }, { idempotencyKey: key })
        : atrium.call(updateCustomer, { params: { id }, body }),
    onSuccess: (customer) => {
      queryClient.setQueryData(customerQuery(customer.id).queryKey, customer)
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: ['customers'] }),
        queryClient.invalidateQueries({ queryKey: ['invoices'] }),
      ])
    },
  })

/** Deletes a customer that no invoice names. */
export const removeCustomer = (id: string) => atrium.call(deleteCustomer, { params: { id } })

/** The offers of a state, newest first. */
export const offersQuery = (status: Offer['status']) =>
  infiniteQueryOptions({
    queryKey: ['offers', 'list', status],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(listOffers, { query: { status, limit: 100, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })

/** One offer. */
export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: ['offers', 'one', id],
    queryFn: ({ signal }) => atrium.call(getOffer, { params: { id } }, { signal }),
  })

/** The seller on the invoices. */
export const sellerQuery = queryOptions({
  queryKey: ['payments', 'seller'],
  queryFn: ({ signal }) => atrium.call(getSeller, {}, { signal }),
})
