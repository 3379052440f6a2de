import type { WorkflowSummary } from '@atrium/contracts'
import { hasWords } from '../has-words.ts'
import type { WorkflowsSearch } from '../workflows-search.ts'

const has: Readonly<
  Record<NonNullable<WorkflowsSearch['filter']>, (workflow: WorkflowSummary) => boolean>
> = {
  active: ({ active }) => active,
  failed: ({ lastRun }) => lastRun?.status === 'failed',
  broken: ({ problems }) => problems.length > 0,
}

export function shownWorkflows(
  workflows: readonly WorkflowSummary[],
  { q = '', filter }: Pick<WorkflowsSearch, 'q' | 'filter'>,
): readonly WorkflowSummary[] {
  return workflows.filter(
    (workflow) =>
      (filter === undefined || has[filter](workflow)) &&
      hasWords(`${workflow.name} ${workflow.description ?? ''}`, q),
  )
}
