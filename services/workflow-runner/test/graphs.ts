import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from '@atrium/contracts'

/** A node of a test graph; its name is its id by default. */
export const node = (
  id: string,
  type: string,
  params: Record<string, unknown> = {},
  more: Partial<WorkflowNode> = {},
): WorkflowNode => ({ id, type, name: id, params, position: { x: 0, y: 0 }, ...more })

/** `edge('if:true', 'next')`; the output is `main` by default. */
export const edge = (from: string, to: string): WorkflowEdge => {
  const [source = '', output = 'main'] = from.split(':')
  return { from: { node: source, output }, to: { node: to, input: 'main' } }
}

export const graph = (nodes: WorkflowNode[], edges: WorkflowEdge[] = []): WorkflowGraph => ({
  nodes,
  edges,
})

/** manual → if → two branches → join: the graph of the benchmarks. */
export const diamond = (): WorkflowGraph =>
  graph(
    [
      node('start', 'trigger.manual'),
      node('check', 'if', {
        combinator: 'and',
        conditions: [{ left: 'firedAt', operator: 'exists' }],
      }),
      node('yes', 'if', {
        combinator: 'and',
        conditions: [{ left: 'firedAt', operator: 'exists' }],
      }),
      node('no', 'if', {
        combinator: 'and',
        conditions: [{ left: 'firedAt', operator: 'exists' }],
      }),
      node('join', 'if', {
        combinator: 'or',
        conditions: [{ left: 'firedAt', operator: 'not_exists' }],
      }),
    ],
    [
      edge('start', 'check'),
      edge('check:true', 'yes'),
      edge('check:false', 'no'),
      edge('yes:true', 'join'),
      edge('no:true', 'join'),
    ],
  )
