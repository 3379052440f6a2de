import type { WorkflowSummary } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { shownWorkflows } from './shown-workflows.ts'

const at = '2026-05-01T08:00:00.000Z'
const workflow = (id: string, rest: Partial<WorkflowSummary>): WorkflowSummary => ({
  id,
  name: id,
  description: null,
  active: false,
  orgId: 'org_1',
  ownerId: 'usr_1',
  callableBy: 'owner',
  folder: null,
  tags: [],
  errorWorkflow: null,
  createdAt: at,
  updatedAt: at,
  nextRunAt: null,
  lastRun: null,
  problems: [],
  sentence: '',
  ...rest,
})
const all = [
  workflow('Publish posts', { active: true }),
  workflow('Thank clients', {
    description: 'When an invoice is paid',
    lastRun: {
      id: 'run_1',
      workflowId: 'x',
      status: 'failed',
      trigger: 'event',
      error: 'No card',
      createdAt: at,
      startedAt: at,
      finishedAt: at,
    },
  }),
  workflow('Draft', {
    problems: [{ code: 'no_trigger', path: 'graph.nodes', message: 'No trigger' }],
  }),
]

test.each([
  [{}, ['Publish posts', 'Thank clients', 'Draft']],
  [{ q: ' INVOICE thank' }, ['Thank clients']],
  [{ q: 'nothing' }, []],
  [{ filter: 'active' }, ['Publish posts']],
  [{ filter: 'failed' }, ['Thank clients']],
  [{ filter: 'broken', q: 'draft' }, ['Draft']],
] as const)('filters by %j down to %j', (search, names) => {
  expect(shownWorkflows(all, search).map(({ name }) => name)).toEqual(names)
})
