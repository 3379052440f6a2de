import type { SkillUse } from '@atrium/contracts'

const inOrder = (version: number | null): number => version ?? Number.POSITIVE_INFINITY

/**
 * Groups skill uses by workflow, with the pinned versions in ascending order. Null means the newest
 * version and comes last.
 */
export function usesByWorkflow(uses: readonly SkillUse[]) {
  const found = new Map<string, { name: string; active: boolean; versions: Set<number | null> }>()
  for (const { workflowId, workflowName, active, version } of uses) {
    const workflowUses = found.get(workflowId) ?? {
      name: workflowName,
      active,
      versions: new Set(),
    }
    workflowUses.versions.add(version)
    found.set(workflowId, workflowUses)
  }
  return [...found].map(([id, { versions, ...workflow }]) => ({
    id,
    ...workflow,
    versions: [...versions].sort((one, other) => inOrder(one) - inOrder(other)),
  }))
}

export function usesLabel(uses: readonly SkillUse[]): string {
  const count = new Set(uses.map(({ workflowId }) => workflowId)).size
  if (count === 0) return 'Not used'
  return count === 1 ? '1 workflow' : `${count.toLocaleString()} workflows`
}
