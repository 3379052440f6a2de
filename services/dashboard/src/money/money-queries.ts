import {
  type Customer,
  getCustomer,
  getOffer,
  listCustomers,
  listOffers,
  type Offer,
} from '@atrium/contracts'
import { atrium } from '../platform/connection/api.ts'
import { offsetPages } from '../platform/records/queries.ts'
import { taggedQuery } from '../platform/records/versions.ts'

/** Lists all customers, newest first, or the search results. */
export const customersQuery = (q = '') =>
  offsetPages(['customers', 'list', q], (page, options) =>
    atrium.call(listCustomers, { query: { ...page, ...(q && { q }) } }, options),
  )

export const customerQuery = taggedQuery<Customer>('customers', (id, options) =>
  atrium.call(getCustomer, { params: { id } }, options),
)

/** Lists the offers with a status, newest first, or the search results. */
export const offersQuery = ({
  status,
  q = '',
  billingModel,
}: {
  status: Offer['status']
  q?: string
  billingModel?: Offer['billingModel'] | undefined
}) =>
  offsetPages(['offers', 'list', status, q, billingModel], (page, options) =>
    atrium.call(
      listOffers,
      { query: { ...page, status, ...(q && { q }), ...(billingModel && { billingModel }) } },
      options,
    ),
  )

export const offerQuery = taggedQuery<Offer>('offers', (id, options) =>
  atrium.call(getOffer, { params: { id } }, options),
)
