import type { WorkflowGraph } from '@atrium/contracts'

/**
 * Removes the parameters that only one-off chains set; docs/reference/workflows.md, "One-off
 * chains".
 */
export function withoutChainParams(graph: WorkflowGraph): WorkflowGraph {
  if (
    !graph.nodes.some(
      ({ type, params }) => type === 'agent' && Object.hasOwn(params, 'sampleBytes'),
    )
  )
    return graph
  const nodes = graph.nodes.map((node) => {
    if (node.type !== 'agent') return node
    const { sampleBytes: _, ...params } = node.params
    return { ...node, params }
  })
  return { ...graph, nodes }
}
