import {
  type AgentRun,
  cancelAgentRun,
  getAgentRun,
  listAgentRuns,
  readTranscript,
  requeueAgentRun,
  type TranscriptEntry,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { offsetPages, operationQuery } from '../platform/records/queries.ts'

export const agentRunsQuery = offsetPages(['agent-runs', 'list'], (query, options) =>
  atrium.call(listAgentRuns, { query }, options),
)

export const agentRunQuery = (id: string) =>
  operationQuery(['agent-runs', 'one', id], getAgentRun, { params: { id } })

export const pastTranscriptQuery = (id: string, attempt: number) =>
  queryOptions({
    queryKey: ['agent-transcript', id, attempt],
    queryFn: async ({ signal }): Promise<TranscriptEntry[]> => {
      const all: TranscriptEntry[][] = []
      for (let from = 0; ; ) {
        const query = { from, attempt }
        const page = await atrium.call(readTranscript, { params: { id }, query }, { signal })
        if (page.entries.length === 0) return all.flat()
        all.push(page.entries)
        from = page.next
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

const runMutation = (mutationFn: (id: string) => Promise<AgentRun>) => (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn,
    onSuccess: (run) => {
      queryClient.setQueryData(agentRunQuery(run.id).queryKey, run)
      return queryClient.invalidateQueries({ queryKey: ['agent-runs', 'list'] })
    },
  })

/** Cancels a run, or asks its agent to stop. */
export const cancelMutation = runMutation((id) => atrium.call(cancelAgentRun, { params: { id } }))
export const requeueMutation = runMutation((id) => atrium.call(requeueAgentRun, { params: { id } }))
