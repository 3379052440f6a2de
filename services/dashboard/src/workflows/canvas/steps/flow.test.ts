import type { NodeDescriptor, WorkflowGraph } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { move, setParam } from '../../graph/edits.ts'
import { toLayer } from '../../runs/run-layer.ts'
import { type Facts, flowEdges, flowNodes } from './flow.ts'

const descriptor = (type: string, outputs: string[]): NodeDescriptor => ({
  type,
  label: type,
  description: '',
  category: 'decide',
  mode: 'deterministic',
  outputs,
  inputs: {},
  emits: [],
  keywords: [],
  skillable: false,
})
const palette = new Map([
  ['if', descriptor('if', ['true', 'false'])],
  ['act', descriptor('act', ['main'])],
])
const facts: Facts = { palette, problems: new Map(), layer: undefined, pins: undefined }
const graph: WorkflowGraph = {
  nodes: [
    { id: 'a', type: 'if', name: 'Check', params: {}, position: { x: 0, y: 0 } },
    { id: 'b', type: 'act', name: 'Act', params: {}, position: { x: 300, y: 0 } },
  ],
  edges: [
    { from: { node: 'a', output: 'false' }, to: { node: 'b', input: 'main' } },
    { from: { node: 'a', output: 'true' }, to: { node: 'gone', input: 'main' } },
  ],
}

test('redraws only what has changed', () => {
  const drawn = flowNodes([], graph, facts)
  expect(flowNodes(drawn, graph, facts)).toBe(drawn)
  const moved = flowNodes(drawn, move(new Map([['b', { x: 9, y: 9 }]]))(graph), facts)
  expect(moved[0]).toBe(drawn[0])
  expect(moved[1]?.position).toEqual({ x: 9, y: 9 })
  const problem = flowNodes(drawn, graph, {
    ...facts,
    problems: new Map([['a', 'A condition is missing']]),
  })
  expect(problem[0]?.data).toMatchObject({ problem: 'A condition is missing' })
  expect(problem[1]).toBe(drawn[1])
})

test('says what an event trigger waits for when it is named after its kind', () => {
  const kinds = new Map([
    ['trigger.event', { ...descriptor('trigger.event', ['main']), label: 'Event' }],
  ])
  const events = [{ type: 'invoice.paid', description: 'An invoice was paid', payload: [] }]
  const lines = ['Event', 'Paid'].map((name) => {
    const params = { eventType: 'invoice.paid' }
    const node = { id: 'a', type: 'trigger.event', name, params, position: { x: 0, y: 0 } }
    const [drawn] = flowNodes(
      [],
      { nodes: [node], edges: [] },
      { ...facts, palette: kinds, events },
    )
    return drawn?.data['line']
  })
  expect(lines).toEqual(['An invoice was paid', 'Event'])
})

test('keeps a node selected when it changes', () => {
  const drawn = flowNodes([], graph, facts).map((node) => ({ ...node, selected: true }))
  const changed = flowNodes(drawn, setParam('a', 'combinator', 'or')(graph), facts)
  expect(changed[0]?.selected).toBe(true)
  expect(changed[0]?.data).toMatchObject({ node: { params: { combinator: 'or' } } })
})

test('labels an edge with its output if the node has several, and draws no edge to a missing node', () => {
  const edges = flowEdges([], graph, facts)
  expect(edges).toHaveLength(1)
  expect(edges[0]?.data).toEqual({ output: 'false', count: undefined, flows: false })
  expect(flowEdges(edges, graph, facts)).toBe(edges)
})

test('shows a run above the graph: counts on the edges, and nodes that wait', () => {
  const layer = toLayer({
    id: 'run_1',
    workflowId: 'wf_1',
    status: 'running',
    trigger: 'manual',
    error: null,
    createdAt: '2026-05-01T08:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    nodes: [
      {
        nodeId: 'a',
        name: 'Check',
        type: 'if',
        status: 'completed',
        skipReason: null,
        itemsIn: 3,
        itemsOut: 3,
        outputs: { true: 1, false: 2 },
        message: null,
        error: null,
        fix: null,
        incomplete: false,
        usage: null,
        signalSamples: null,
        sample: null,
        startedAt: null,
        finishedAt: null,
      },
    ],
  })
  const drawn = flowNodes([], graph, { ...facts, layer })
  expect(drawn[0]?.data).toMatchObject({ run: { status: 'completed' }, waits: false })
  expect(drawn[1]?.data).toMatchObject({ run: undefined, waits: true })
  expect(flowEdges([], graph, { ...facts, layer })[0]?.data?.count).toBe(2)
})

test('draws notes below the nodes', () => {
  const notes = [{ id: 'n', text: 'Why', position: { x: 0, y: 0 } }]
  const drawn = flowNodes([], { ...graph, notes }, facts)
  expect(drawn.map(({ id, type }) => [id, type])).toEqual([
    ['n', 'note'],
    ['a', 'step'],
    ['b', 'step'],
  ])
  expect(drawn[0]?.zIndex).toBe(-1)
})
