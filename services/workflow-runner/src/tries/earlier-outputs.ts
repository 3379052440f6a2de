import { WorkflowGraph } from '@atrium/contracts'
import type { Db } from '../database.ts'
import { type NodeOutputs, sampledOutputs } from '../engine/index.ts'
import type { Registry } from '../nodes/registry.ts'
import { type RunKey, readRun } from '../runs/read-runs.ts'

const unknownNode = { outputs: ['main'] } as const

/** Returns the sampled outputs of a run's completed nodes. Throws `not_found`. */
export async function earlierOutputs(
  { db, registry }: { db: Db; registry: Pick<Registry, 'lookup'> },
  key: RunKey,
  graph: WorkflowGraph,
): Promise<Map<string, NodeOutputs>> {
  const { nodes } = await readRun({ db }, key)
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  return new Map(
    nodes.flatMap(({ nodeId, type, status, outputs, sample }) => {
      if (status !== 'completed' || sample === null) return []
      const drawn = byId.get(nodeId)
      const params = drawn?.type === type ? drawn.params : {}
      const definition = registry.lookup(type) ?? unknownNode
      return [[nodeId, sampledOutputs(definition, { params }, outputs, sample)] as const]
    }),
  )
}

/** Returns the row's graph, or undefined if the row holds no valid graph. */
export const graphOfRow = ({ graph }: { graph: unknown }): WorkflowGraph | undefined =>
  WorkflowGraph.safeParse(graph).data
