import {
  type CreditLimits,
  checkoutCredits,
  checkoutEntitlement,
  getCreditLimits,
  getCredits,
  getEntitlementGate,
  getPlan,
  putCreditLimits,
} from '@atrium/contracts'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'

const pageSize = 25
const limitsKey = ['credits', 'limits'] as const

/** The plan with the use of its limits. */
export const planQuery = queryOptions({
  queryKey: ['plan', 'usage'],
  queryFn: ({ signal }) => atrium.call(getPlan, {}, { signal }),
})

/** The plans on sale and the end of the present one. */
export const gateQuery = queryOptions({
  queryKey: ['plan', 'gate'],
  queryFn: ({ signal }) => atrium.call(getEntitlementGate, {}, { signal }),
})

/** The person's credits with their entries, the newest first. */
export const creditsQuery = infiniteQueryOptions({
  queryKey: ['credits', 'entries'],
  queryFn: ({ pageParam, signal }) =>
    atrium.call(getCredits, { query: { limit: pageSize, offset: pageParam } }, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ offset, transactions, total }) =>
    offset + transactions.length < total ? offset + pageSize : undefined,
})

/** The spending limits of the organisation. */
export const limitsQuery = queryOptions({
  queryKey: limitsKey,
  queryFn: ({ signal }) => atrium.call(getCreditLimits, {}, { signal }),
})

export const limitsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CreditLimits) => atrium.call(putCreditLimits, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: limitsKey }),
  })

/** The address where a top-up is paid. */
export const topupMutation = mutationOptions({
  mutationFn: (offerSlug: string) => atrium.call(checkoutCredits, { body: { offerSlug } }),
})

/** The address where a plan is paid. */
export const planMutation = mutationOptions({
  mutationFn: (offerSlug: string) => atrium.call(checkoutEntitlement, { body: { offerSlug } }),
})
