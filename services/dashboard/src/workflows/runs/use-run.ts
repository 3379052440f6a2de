import type { RunChange } from '@atrium/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { atrium } from '../../platform/connection/api.ts'
import { followRun } from './follow-run.ts'
import { changedLayer, isGoing, type RunLayer, toLayer } from './run-layer.ts'
import { runQuery } from './run-queries.ts'

/** Reads a run for the layer above the graph, and follows it while it runs. */
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
    setLive(toLayer(read))
    const show = (change: RunChange) => setLive((layer) => changedLayer(layer, change, header))
    void followRun(atrium, header, show, { signal: abort.signal }).then(async (again) => {
      if (!again) return
      await queryClient.invalidateQueries({ queryKey: ['workflows', 'run', workflowId, header.id] })
      void queryClient.invalidateQueries({ queryKey: ['workflows', 'runs', workflowId] })
    })
    return () => abort.abort()
    // A later response for the same run must not open another stream.
  }, [going, runId, workflowId, queryClient])
  const settled = useMemo(() => (read === undefined ? undefined : toLayer(read)), [read])
  const layer = going && live?.header.id === read?.id ? live : settled
  return { layer, error: runId === undefined ? null : query.error }
}
