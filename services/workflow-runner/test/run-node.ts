import type { WorkflowItem } from '@atrium/contracts'
import type { NodeDefinition } from '../src/engine/index.ts'
import { allNodes } from '../src/nodes/index.ts'
import type { NodePorts } from '../src/nodes/ports.ts'
import { edge, graph, node } from './graphs.ts'
import { recordedRun } from './recorded-run.ts'

export async function runNode(
  type: string,
  items: readonly WorkflowItem[],
  {
    params = {},
    ...options
  }: { params?: Record<string, unknown> } & Parameters<typeof recordedRun>[1] = {},
) {
  const definition = allNodes.find((each) => each.type === type)
  if (definition === undefined) throw new Error(`no node ${type}`)
  const outputs: Record<string, WorkflowItem[]> = {}
  const observed: NodeDefinition<NodePorts> = {
    ...definition,
    async execute(...call) {
      const result = await definition.execute(...call)
      for (const [name, list] of Object.entries(result.outputs ?? {})) outputs[name] = [...list]
      return result
    },
  }
  const flow = graph(
    [node('start', 'trigger.manual'), node('act', type, params)],
    [edge('start', 'act')],
  )
  const { outcome, nodes } = await recordedRun(flow, {
    ...options,
    nodes: [observed],
    seeds: { start: [...items] },
  })
  return { outcome, record: nodes['act'], outputs }
}

export const textItem = (title: string, rawContent: string): WorkflowItem => ({
  json: { title, rawContent },
})
