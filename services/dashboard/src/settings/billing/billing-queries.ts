import {
  type CreditLimits,
  checkoutCredits,
  checkoutEntitlement,
  getCreditLimits,
  getCreditSpend,
  getCredits,
  getEntitlementGate,
  getPlan,
  getWorkflow,
  listWorkflows,
  openBillingPortal,
  putCreditLimits,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { cursorPages, operationQuery } from '../../platform/records/queries.ts'

const pageSize = 25
const limitsKey = ['credits', 'limits'] as const

/** Reads the plan and how much of each limit is used. */
export const planQuery = operationQuery(['plan', 'usage'], getPlan, {})

/** Reads the plans on sale and when the current plan ends. */
export const gateQuery = operationQuery(['plan', 'gate'], getEntitlementGate, {})

/** Reads the user's credit balance and entries, newest first. */
export const creditsQuery = cursorPages(['credits', 'entries'], (cursor, options) =>
  atrium.call(getCredits, { query: { limit: pageSize, cursor } }, options),
)

export const limitsQuery = operationQuery(limitsKey, getCreditLimits, {})

export const limitsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CreditLimits) => atrium.call(putCreditLimits, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: limitsKey }),
  })

/** Returns the checkout URL of a top-up. */
export const topupMutation = mutationOptions({
  mutationFn: (offerSlug: string) => atrium.call(checkoutCredits, { body: { offerSlug } }),
})

/** Returns the checkout URL of a plan. */
export const planMutation = mutationOptions({
  mutationFn: (offerSlug: string) => atrium.call(checkoutEntitlement, { body: { offerSlug } }),
})

/** Reads where this month's credits were spent, most expensive first. */
export const spendQuery = (query: {
  by: 'workflow' | 'node' | 'model' | 'day'
  workflowId?: string
}) =>
  operationQuery(['credits', 'spend', query], getCreditSpend, { query: { ...query, limit: 100 } })

const namesPage = 100

/** Reads the names of all workflows, by id. */
export const workflowNamesQuery = queryOptions({
  queryKey: ['workflows', 'names'],
  queryFn: async ({ signal }) => {
    const names = new Map<string, string>()
    for (let offset = 0, total = 1; offset < total; offset += namesPage) {
      const query = { view: 'summary' as const, limit: namesPage, offset }
      const page = await atrium.call(listWorkflows, { query }, { signal })
      for (const { id, name } of page.items) names.set(id, name)
      total = page.total
    }
    return names
  },
})

/**
 * Reads the names of a workflow's nodes, by id. Fails without a retry if the workflow was deleted.
 */
export const workflowNodesQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflows', 'node-names', id],
    queryFn: async ({ signal }) => {
      const { graph } = await atrium.call(getWorkflow, { params: { id } }, { signal })
      return new Map(graph.nodes.map((node) => [node.id, node.name]))
    },
    retry: false,
  })

/** Returns the URL of the billing portal, where the user changes or ends the plan. */
export const portalMutation = mutationOptions({
  mutationFn: () => atrium.call(openBillingPortal, {}),
})
