import type { SkillUse } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { usesByWorkflow, usesLabel } from './skill-uses.ts'

const use = (workflowId: string, version: number | null, active = false): SkillUse => ({
  skillId: 'skill_1',
  workflowId,
  workflowName: `Name of ${workflowId}`,
  nodeId: 'write',
  version,
  active,
})

test('lists a workflow once with all its pinned versions, newest version last', () => {
  const uses = [
    use('wf_1', null),
    use('wf_1', 2),
    use('wf_1', 2),
    use('wf_2', 1, true),
    use('wf_1', 1),
  ]
  expect(usesByWorkflow(uses)).toEqual([
    { id: 'wf_1', name: 'Name of wf_1', active: false, versions: [1, 2, null] },
    { id: 'wf_2', name: 'Name of wf_2', active: true, versions: [1] },
  ])
})

test.each([
  [[], 'Not used'],
  [[use('wf_1', 1), use('wf_1', null)], '1 workflow'],
  [[use('wf_1', 1), use('wf_2', null)], '2 workflows'],
])('counts workflows, case %#', (uses, label) => {
  expect(usesLabel(uses)).toBe(label)
})
