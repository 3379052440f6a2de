import { estimateCredits } from '@atrium/contracts'
import { operationQuery } from '../../platform/operation-query.ts'

/** The credits that the next run takes by the runs before it. */
export const estimateQuery = (id: string) =>
  operationQuery(['workflows', 'runs', id, 'estimate'] as const, estimateCredits, {
    query: { workflowId: id },
  })
