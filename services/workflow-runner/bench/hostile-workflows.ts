import type { WorkflowGraph } from '@atrium/contracts'
import { edge, graph, node } from '../test/graphs.ts'

export interface HostileWorkflow {
  graph: WorkflowGraph
  /** The json of the run's item, within the limits of a run's input. */
  input: Record<string, unknown>
}

const group = (count: number, condition: (at: number) => object) => ({
  combinator: 'and',
  conditions: Array.from({ length: count }, (_, at) => condition(at)),
})

/** Returns a chain of nodes that pass one item on. */
function chain(count: number, params: Record<string, unknown>): WorkflowGraph {
  const nodes = Array.from({ length: count }, (_, at) => node(`n${at}`, 'if', params))
  return graph(
    [node('start', 'trigger.manual'), ...nodes],
    nodes.map(({ id }, at) => edge(at === 0 ? 'start' : `n${at - 1}:true`, id)),
  )
}

/**
 * Returns layers of two nodes. Each node takes the items of both nodes before it, so the items
 * double with every layer.
 */
function doubling(layers: number): WorkflowGraph {
  const pair = (layer: number) => [`a${layer}`, `b${layer}`]
  const all = Array.from({ length: layers }, (_, layer) => layer)
  return graph(
    [
      node('start', 'trigger.manual'),
      ...all.flatMap((layer) =>
        pair(layer).map((id) =>
          node(
            id,
            'if',
            group(0, () => ({})),
          ),
        ),
      ),
    ],
    all.flatMap((layer) =>
      pair(layer).flatMap((to) =>
        layer === 0 ? [edge('start', to)] : pair(layer - 1).map((from) => edge(`${from}:true`, to)),
      ),
    ),
  )
}

const text = 'Ünïcode '.repeat(45_000)
const long = 'a'.repeat(20_000)
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), 0]))

/** One workflow for each kind of work without a pause. */
export const hostileWorkflows: Readonly<Record<string, HostileWorkflow>> = {
  'conditions on a long text': {
    graph: chain(
      120,
      group(100, (at) => ({ left: 'text', operator: 'not_contains', right: `É${at}` })),
    ),
    input: { text },
  },
  'large patterns': {
    graph: chain(
      40,
      group(10, (at) => ({
        left: 'text',
        operator: 'matches',
        right: `(?:[üi]*n[a-z]{20}){5}${at}|Ü`,
      })),
    ),
    input: { text },
  },
  'needles that nearly fit': {
    graph: chain(
      3,
      group(4, () => ({ left: 'text', operator: 'not_contains', right: `${long}b${long}` })),
    ),
    input: { text: 'a'.repeat(600_000) },
  },
  'thousands of nodes': {
    graph: chain(
      4_000,
      group(1, () => ({ left: 'n', operator: 'is', right: 1 })),
    ),
    input: { n: 1 },
  },
  'a wide object': {
    graph: chain(
      200,
      group(3, () => ({ left: '{{ $json }}', operator: 'is_not', right: 'x' })),
    ),
    input: keys(3_900),
  },
  'many objects of many keys': {
    graph: chain(
      200,
      group(3, () => ({ left: '{{ $json }}', operator: 'is_not', right: 'x' })),
    ),
    input: { list: Array.from({ length: 48 }, () => keys(1_000)) },
  },
  'a list of many objects': {
    graph: chain(
      200,
      group(3, () => ({ left: '{{ $json }}', operator: 'is_not', right: 'x' })),
    ),
    input: { list: Array.from({ length: 3_900 }, (_, at) => ({ [at.toString(36)]: at })) },
  },
  'a long list': {
    graph: chain(
      50,
      group(10, () => ({ left: 'list', operator: 'not_contains', right: 'Ä' })),
    ),
    input: { list: Array.from({ length: 49_000 }, (_, at) => at) },
  },
  'long texts of expressions': {
    graph: chain(
      50,
      group(20, (at) => ({ left: `{{ $json.text }}${at}`, operator: 'is', right: 'x'.repeat(at) })),
    ),
    input: { text },
  },
  'items that double': { graph: doubling(26), input: { text: 'x'.repeat(500_000) } },
}
