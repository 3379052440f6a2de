import {
  deletePin,
  listPins,
  putPin,
  runAgain,
  type TryWorkflow,
  tryWorkflow,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { operationQuery } from '../../platform/records/queries.ts'
import { putRun } from '../runs/run-queries.ts'

export const tryMutation = (id: string) =>
  mutationOptions({
    mutationFn: (body: TryWorkflow) => atrium.call(tryWorkflow, { params: { id }, body }),
  })

const pinsKey = (id: string) => ['workflows', 'pins', id] as const

export const pinsQuery = (id: string) =>
  queryOptions({
    ...operationQuery(pinsKey(id), listPins, { params: { id } }),
    select: ({ items }) => new Set(items.map(({ nodeId }) => nodeId)),
  })

export const pinMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: async ({ nodeId, fromRun }: { nodeId: string; fromRun: string | undefined }) => {
      const params = { id, nodeId }
      if (fromRun === undefined) await atrium.call(deletePin, { params })
      else await atrium.call(putPin, { params, body: { fromRun } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: pinsKey(id) }),
  })

/** Runs a workflow again from a node, with that node's items. */
export const runAgainMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: ({ runId, node, key }: { runId: string; node: string; key: string }) =>
      atrium.call(runAgain, { params: { id, runId }, body: { node } }, { idempotencyKey: key }),
    onSuccess: ({ run }) => putRun(queryClient, id, run),
  })
