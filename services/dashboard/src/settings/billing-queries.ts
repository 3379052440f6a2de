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
import { atrium } from '../platform/api.ts'
import { cursorPages } from '../platform/cursor-pages.ts'
import { operationQuery } from '../platform/operation-query.ts'

const pageSize = 25
const limitsKey = ['credits', 'limits'] as const

/** The plan with the use of its limits. */
export const planQuery = operationQuery(['plan', 'usage'], getPlan, {})

/** The plans on sale and the end of the present one. */
export const gateQuery = operationQuery(['plan', 'gate'], getEntitlementGate, {})

/** The person's credits with their entries, the newest first. */
export const creditsQuery = cursorPages(['credits', 'entries'], (cursor, options) =>
  atrium.call(getCredits, { query: { limit: pageSize, cursor } }, options),
)

/** The spending limits of the organisation. */
export const limitsQuery = operationQuery(limitsKey, getCreditLimits, {})

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

/** The uses of this month's credits, the most expensive first. */
export const spendQuery = (query: {
  by: 'workflow' | 'node' | 'model' | 'day'
  workflowId?: string
}) =>
  operationQuery(['credits', 'spend', query], getCreditSpend, { query: { ...query, limit: 100 } })

const namesPage = 100

/** The names of the organisation's workflows by their ids. */
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

/** The names of a workflow's nodes by their ids; none for a workflow that is gone. */
export const workflowNodesQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflows', 'node-names', id],
    queryFn: async ({ signal }) => {
      const { graph } = await atrium.call(getWorkflow, { params: { id } }, { signal })
      return new Map(graph.nodes.map((node) => [node.id, node.name]))
    },
    retry: false,
  })

/** The address where the plan is changed or ended. */
export const portalMutation = mutationOptions({
  mutationFn: () => atrium.call(openBillingPortal, {}),
})
