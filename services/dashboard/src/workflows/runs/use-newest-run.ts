import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isGoing } from './run-layer.ts'
import { recentRunsQuery } from './run-queries.ts'

/**
 * Follows the newest run if it is running when the canvas opens or starts later. It stays after its
 * end until the user closes it or a newer run starts.
 */
export function useNewestRun(workflowId: string): {
  runId: string | undefined
  putAway: () => void
} {
  const { data } = useQuery(recentRunsQuery(workflowId))
  const newest = data?.[0]
  // The newest run if it must stay hidden, because it ended before the canvas opened or the user
  // closed it. Empty if there is none. Undefined until the first list has loaded.
  const [passed, setPassed] = useState<string>()
  if (data !== undefined && passed === undefined) {
    setPassed(newest === undefined || isGoing(newest) ? '' : newest.id)
  }
  const runId = passed === undefined || newest?.id === passed ? undefined : newest?.id
  return { runId, putAway: () => setPassed(newest?.id ?? '') }
}
