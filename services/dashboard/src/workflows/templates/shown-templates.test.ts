import type { WorkflowTemplate } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { shownTemplates } from './shown-templates.ts'

const template = (
  id: string,
  group: WorkflowTemplate['group'],
  description: string,
): WorkflowTemplate => ({
  id,
  group,
  name: id,
  description,
  graph: { nodes: [], edges: [] },
})
const all = [
  template('A post every Monday', 'posts', 'Writes the week’s post'),
  template('Thank for a payment', 'clients', 'A post draft when an invoice is paid'),
]

test.each([
  [{}, ['A post every Monday', 'Thank for a payment']],
  [{ q: ' POST  paid' }, ['Thank for a payment']],
  [{ group: 'posts' }, ['A post every Monday']],
  [{ group: 'posts', q: 'paid' }, []],
] as const)('filters by %j down to %j', (search, names) => {
  expect(shownTemplates(all, search).map(({ name }) => name)).toEqual(names)
})
