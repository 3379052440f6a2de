import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from '@atrium/contracts'

/** The name defaults to the id. */
export const node = (
  id: string,
  type: string,
  params: Record<string, unknown> = {},
  more: Partial<WorkflowNode> = {},
): WorkflowNode => ({ id, type, name: id, params, position: { x: 0, y: 0 }, ...more })

/** Builds an edge, for example `edge('if:true', 'next')`. The output defaults to `main`. */
export const edge = (from: string, to: string): WorkflowEdge => {
  const [source = '', output = 'main'] = from.split(':')
  return { from: { node: source, output }, to: { node: to, input: 'main' } }
}

export const graph = (nodes: WorkflowNode[], edges: WorkflowEdge[] = []): WorkflowGraph => ({
  nodes,
  edges,
})

/** Builds the benchmark graph: manual → if → two branches → join. */
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
