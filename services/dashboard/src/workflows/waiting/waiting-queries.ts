import {
  letWaitingItemGo,
  listWaitingItems,
  retryGivenUpItems,
  retryWaitingItem,
  type WaitingItem,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../../platform/api.ts'
import { offsetPages } from '../../platform/offset-pages.ts'
import { operationQuery } from '../../platform/operation-query.ts'

// When a run ends, every query below the runs' key is refreshed.
const waitingKey = (id: string) => ['workflows', 'runs', id, 'waiting'] as const

/** Lists the refused items of a workflow's steps. Items without further retries come first. */
export const waitingQuery = (id: string) =>
  offsetPages([...waitingKey(id), 'pages'], (query, options) =>
    atrium.call(listWaitingItems, { params: { id }, query }, options),
  )

/** Counts the refused items, with or without further retries. */
export const waitingCountQuery = (id: string) =>
  operationQuery([...waitingKey(id), 'count'], listWaitingItems, {
    params: { id },
    query: { limit: 1 },
  })

export type Decision = 'retry' | 'let_go' | 'retry_all'

/**
 * Sends the user's decision about an item. `retry_all` applies to all items without further
 * retries.
 */
export const decideMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: ({ decision, item }: { decision: Decision; item?: WaitingItem }) => {
      if (item === undefined) return atrium.call(retryGivenUpItems, { params: { id } })
      const params = { id, source: item.source, externalId: item.externalId }
      return decision === 'let_go'
        ? atrium.call(letWaitingItemGo, { params })
        : atrium.call(retryWaitingItem, { params })
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: waitingKey(id) }),
        queryClient.invalidateQueries({ queryKey: ['attention'] }),
      ]),
  })
