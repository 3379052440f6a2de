import type { WorkflowGraph, WorkflowNode } from '@atrium/contracts'

/** A node of a linear graph. The name defaults to the id. */
export type Step = Pick<WorkflowNode, 'id' | 'type'> &
  Partial<WorkflowNode> & {
    /** The output that leads to the next step. Defaults to `main`. */
    output?: string
  }

export const linearGraph = (...steps: readonly Step[]): WorkflowGraph => ({
  nodes: steps.map(({ output: _, ...node }, at) => ({
    name: node.id,
    params: {},
    position: { x: at * 260, y: 0 },
    ...node,
  })),
  edges: steps.slice(1).map(({ id }, at) => ({
    from: { node: steps[at]?.id ?? '', output: steps[at]?.output ?? 'main' },
    to: { node: id, input: 'main' },
  })),
})

export const findFirst = ({ nodes }: Pick<WorkflowGraph, 'nodes'>): string[] =>
  nodes.slice(0, 1).map(({ id }) => id)
