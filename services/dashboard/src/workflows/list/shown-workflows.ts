import type { WorkflowSummary } from '@atrium/contracts'
import type { WorkflowsSearch } from '../workflows-search.ts'

const has: Readonly<Record<NonNullable<WorkflowsSearch['filter']>, (workflow: WorkflowSummary) => boolean>> =
  {
    active: ({ active }) => active,
    failed: ({ lastRun }) => lastRun?.status === 'failed',
    broken: ({ problems }) => problems.length > 0,
  }

/** The workflows that a search leaves: every word of it occurs in the name or the description. */
export function shownWorkflows(
  workflows: readonly WorkflowSummary[],
  { q = '', filter }: Pick<WorkflowsSearch, 'q' | 'filter'>,
): readonly WorkflowSummary[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return workflows.filter((workflow) => {
    if (filter !== undefined && !has[filter](workflow)) return false
    const text = `${workflow.name} ${workflow.description ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
