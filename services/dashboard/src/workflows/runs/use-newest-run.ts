import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isGoing } from './run-layer.ts'
import { recentRunsQuery } from './run-queries.ts'

/**
 * The newest run that goes when the canvas opens or begins while it is open, whatever started it. It stays after its end,
 * until the member puts it away or a newer one begins.
 */
export function useNewestRun(workflowId: string): {
  runId: string | undefined
  putAway: () => void
} {
  const { data } = useQuery(recentRunsQuery(workflowId))
  const newest = data?.[0]
  // The newest run that is not shown. Undefined until the first list is there.
  const [passed, setPassed] = useState<string>()
  if (data !== undefined && passed === undefined) {
    setPassed(newest === undefined || isGoing(newest) ? '' : newest.id)
  }
  const runId = passed === undefined || newest?.id === passed ? undefined : newest?.id
  return { runId, putAway: () => setPassed(newest?.id ?? '') }
}
