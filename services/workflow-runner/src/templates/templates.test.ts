import type { WorkflowGraph } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { skillsIn, validateGraph } from '../engine/index.ts'
import { createTurns } from '../lanes/turns.ts'
import { allNodes } from '../nodes/index.ts'
import { allTemplates } from './registered-templates.ts'

const types = new Map(allNodes.map((node) => [node.type, node]))
const toProblems = (graph: WorkflowGraph) =>
  validateGraph(graph, (type) => types.get(type), createTurns()('org_1'))

/** Templates over accounts: the person chooses one before the activation. */
const overAccounts = ['mail-to-cards', 'bills-by-mail', 'calendar-to-cards']

const withAccount = ({ nodes, edges }: WorkflowGraph): WorkflowGraph => ({
  nodes: nodes.map((node) =>
    'connector' in node.params ? { ...node, params: { ...node.params, connector: 'chn_1' } } : node,
  ),
  edges,
})

it('there are at least fifteen templates in four groups, each with an id of its own', () => {
  const ids = allTemplates.map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(15)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(allTemplates.map(({ group }) => group))).toEqual(
    new Set(['posts', 'clients', 'inbox', 'housekeeping']),
  )
})

it('no template names a skill', () => {
  for (const { id, graph } of allTemplates) {
    expect([...skillsIn(graph)], id).toEqual([])
    expect(JSON.stringify(graph), id).not.toContain('skill')
  }
})

it.each(allTemplates.filter(({ id }) => !overAccounts.includes(id)))(
  '$id can be activated as it is',
  async ({ graph }) => {
    expect(await toProblems(graph)).toEqual([])
  },
)

it.each(allTemplates.filter(({ id }) => overAccounts.includes(id)))(
  '$id can be activated with a chosen account alone',
  async ({ graph }) => {
    const paths = (await toProblems(graph)).map(({ path }) => path.split('.').at(-1))
    expect(new Set(paths)).toEqual(new Set(['connector']))
    expect(await toProblems(withAccount(graph))).toEqual([])
  },
)
