import type { RunHeader } from '@atrium/contracts'
import { watchRun } from '@atrium/sdk'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { atrium } from '../../platform/api.ts'
import { changedLayer, isGoing, layerOf, type RunLayer } from './run-layer.ts'
import { runQuery } from './run-queries.ts'

const againMs = 1_000

/** Follows a run to its end; a lost connection is opened again and begins with the whole state. */
async function follow(
  queryClient: QueryClient,
  { id, workflowId }: RunHeader,
  show: (change: Parameters<typeof changedLayer>[1]) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    let over = false
    try {
      for await (const change of watchRun(atrium, workflowId, id, signal)) {
        show(change)
        if (change.event === 'run') over = !isGoing(change.data as RunHeader)
      }
    } catch {
      // Another look shows whether the run is still there.
    }
    if (signal.aborted) return
    if (over) {
      await queryClient.invalidateQueries({ queryKey: ['workflows', 'run', workflowId, id] })
      void queryClient.invalidateQueries({ queryKey: ['workflows', 'runs', workflowId] })
      return
    }
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
}

/** A run above the graph, live while it goes. */
export function useRun(workflowId: string, runId: string | undefined) {
  const queryClient = useQueryClient()
  const query = useQuery({ ...runQuery(workflowId, runId ?? ''), enabled: runId !== undefined })
  const [live, setLive] = useState<RunLayer>()
  const read = runId === undefined ? undefined : query.data
  const going = read !== undefined && isGoing(read)
  useEffect(() => {
    if (!going || read === undefined) return undefined
    const { nodes: _, ...header } = read
    const abort = new AbortController()
    setLive(layerOf(read))
    void follow(
      queryClient,
      header,
      (change) => setLive((layer) => changedLayer(layer, change, header)),
      abort.signal,
    )
    return () => abort.abort()
    // A later answer for the same run opens no other stream.
    // the run, not its answer, decides
  }, [going, runId, queryClient])
  const settled = useMemo(() => (read === undefined ? undefined : layerOf(read)), [read])
  const layer = going && live?.header.id === read?.id ? live : settled
  return { layer, error: runId === undefined ? null : query.error, refetch: query.refetch }
}
