import { estimateCredits } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/api.ts'

/** The credits that the next run takes by the runs before it. */
export const estimateQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflows', 'runs', id, 'estimate'] as const,
    queryFn: ({ signal }) => atrium.call(estimateCredits, { query: { workflowId: id } }, { signal }),
  })
