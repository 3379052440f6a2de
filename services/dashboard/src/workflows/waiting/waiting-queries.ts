import { letWaitingItemGo, listWaitingItems, type WaitingItem } from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { offsetPages, operationQuery } from '../../platform/records/queries.ts'

// When a run ends, every query below the runs' key is refreshed.
const waitingKey = (id: string) => ['workflows', 'runs', id, 'waiting'] as const

/** Lists the refused items of a workflow's steps. Items with the most attempts come first. */
export const waitingQuery = (id: string) =>
  offsetPages([...waitingKey(id), 'pages'], (query, options) =>
    atrium.call(listWaitingItems, { params: { id }, query }, options),
  )

/** Counts the refused items. */
export const waitingCountQuery = (id: string) =>
  operationQuery([...waitingKey(id), 'count'], listWaitingItems, {
    params: { id },
    query: { limit: 1 },
  })

export const discardMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: ({ source, externalId }: WaitingItem) =>
      atrium.call(letWaitingItemGo, { params: { id, source, externalId } }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: waitingKey(id) }),
        queryClient.invalidateQueries({ queryKey: ['attention'] }),
      ]),
  })
