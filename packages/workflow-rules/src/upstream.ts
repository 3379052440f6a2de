import type { WorkflowNode } from '@atrium/contracts'
import type { GraphIndex } from './graph-index.ts'
import { knownParams } from './known-params.ts'
import type { NodeRules, ParamProblem } from './node-rules.ts'
import type { Pace } from './pace.ts'

/** All nodes from which edges lead to a node. */
async function upstreamOf(index: GraphIndex, node: number, pace: Pace): Promise<WorkflowNode[]> {
  const seen = new Set([node])
  const pending = [node]
  const found: WorkflowNode[] = []
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (pace.due()) await pace.yield()
    for (const { from } of index.incoming[at] ?? []) {
      if (seen.has(from)) continue
      seen.add(from)
      pending.push(from)
      const upstream = index.nodes[from]
      if (upstream !== undefined) found.push(upstream)
    }
  }
  return found
}

/** The problems of a node beside those before it; none while its own parameters are not valid. */
export async function upstreamProblems(
  definition: NodeRules,
  index: GraphIndex,
  at: number,
  pace: Pace,
): Promise<readonly ParamProblem[]> {
  const node = index.nodes[at]
  if (definition.checkUpstream === undefined || node === undefined) return []
  const params = definition.params.safeParse(knownParams(definition, node.params))
  if (!params.success) return []
  return definition.checkUpstream(params.data, await upstreamOf(index, at, pace))
}
