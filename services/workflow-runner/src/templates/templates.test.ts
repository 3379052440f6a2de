import type { WorkflowGraph } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { skillsIn, validateGraph } from '../engine/index.ts'
import { createTurns } from '../lanes/turns.ts'
import { allNodes } from '../nodes/index.ts'
import { allTemplates } from './registered-templates.ts'

const types = new Map(allNodes.map((node) => [node.type, node]))
const toProblems = (graph: WorkflowGraph) =>
  validateGraph(graph, (type) => types.get(type), createTurns()('org_1'))

/** The user must choose an account before activating these templates. */
const overAccounts = [
  'mail-to-cards',
  'bills-by-mail',
  'calendar-to-cards',
  'sort-inbox-and-draft-replies',
  'supplier-invoices-into-accounting',
  'video-into-tasks',
]

const withAccount = ({ nodes, edges }: WorkflowGraph): WorkflowGraph => ({
  nodes: nodes.map((node) =>
    'connector' in node.params ? { ...node, params: { ...node.params, connector: 'chn_1' } } : node,
  ),
  edges,
})

it('has at least fifteen templates in five groups with unique ids', () => {
  const ids = allTemplates.map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(15)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(allTemplates.map(({ group }) => group))).toEqual(
    new Set(['posts', 'clients', 'inbox', 'housekeeping', 'ai']),
  )
})

it('has at least six templates with a language model', () => {
  const asksModel = (graph: WorkflowGraph) =>
    graph.nodes.some(({ type }) => types.get(type)?.mode !== 'deterministic')
  const withModel = allTemplates.filter(({ group }) => group === 'ai')
  expect(withModel.length).toBeGreaterThanOrEqual(6)
  for (const { id, graph } of withModel) expect(asksModel(graph), id).toBe(true)
})

it('names no skill in any template', () => {
  for (const { id, graph } of allTemplates) {
    expect([...skillsIn(graph)], id).toEqual([])
    expect(JSON.stringify(graph), id).not.toContain('skill')
  }
})

it.each(allTemplates.filter(({ id }) => !overAccounts.includes(id)))(
  'accepts the template $id unchanged',
  async ({ graph }) => {
    expect(await toProblems(graph)).toEqual([])
  },
)

it.each(allTemplates.filter(({ id }) => overAccounts.includes(id)))(
  'accepts the template $id if only an account is chosen',
  async ({ graph }) => {
    const paths = (await toProblems(graph)).map(({ path }) => path.split('.').at(-1))
    expect(new Set(paths)).toEqual(new Set(['connector']))
    expect(await toProblems(withAccount(graph))).toEqual([])
  },
)
