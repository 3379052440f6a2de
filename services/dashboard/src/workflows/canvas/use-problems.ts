import type { WorkflowGraph } from '@atrium/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { checkInWorker } from '../graph/check-in-worker.ts'
import type { Palette } from '../graph/graph.ts'
import { noProblems, problemsAt } from '../graph/problems.ts'
import { eventTypesQuery } from '../palette-queries.ts'

/**
 * Returns the edited graph's problems. Until a new graph is checked, returns the previous graph's
 * problems.
 */
export function useProblems(graph: WorkflowGraph, palette: Palette) {
  const { data: events } = useQuery(eventTypesQuery)
  const types = useMemo(() => events?.map(({ type }) => type), [events])
  const [problems, setProblems] = useState(noProblems)
  useEffect(() => {
    let isOld = false
    void checkInWorker(graph, palette, types).then((found) => {
      if (!isOld) setProblems(problemsAt(graph, found))
    })
    return () => {
      isOld = true
    }
  }, [graph, palette, types])
  return problems
}
