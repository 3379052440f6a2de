import {
  getHealth,
  getQueueHistory,
  getQueueStats,
  listDeadLetters,
  listServiceStates,
  redriveDeadLetter,
  type StoringService,
} from '@atrium/contracts'
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { operationQuery } from '../platform/records/queries.ts'

/** The polling interval of an open page, in milliseconds. */
const everyMs = 5_000

export const healthQuery = {
  ...operationQuery(['operator', 'health'], getHealth, {}),
  refetchInterval: everyMs,
}

/** Lists the services with their missing settings and waiting messages. */
export const servicesQuery = {
  ...operationQuery(['operator', 'services'], listServiceStates, {}),
  refetchInterval: everyMs,
}

/** Reads the queues, with the time of the reading. */
export const queuesQuery = queryOptions({
  queryKey: ['operator', 'queues'],
  queryFn: async ({ signal }) => {
    const { queues } = await atrium.call(getQueueStats, {}, { signal })
    return { at: Date.now(), queues }
  },
  refetchInterval: everyMs,
})

/** Reads the queues' last 24 hours. */
export const queueHistoryQuery = {
  ...operationQuery(['operator', 'queue-history'], getQueueHistory, {}),
  refetchInterval: 60_000,
}

export const deadLettersQuery = (service: StoringService) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'dead-letters', service],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listDeadLetters,
        {
          params: { service },
          query: { limit: 25, ...(pageParam === '' ? {} : { before: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
  })

export const redriveMutation = (queryClient: QueryClient, service: StoringService) =>
  mutationOptions({
    mutationFn: (id: string) => atrium.call(redriveDeadLetter, { params: { service, id } }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['operator', 'dead-letters', service] }),
        queryClient.invalidateQueries({ queryKey: servicesQuery.queryKey }),
      ]),
  })
