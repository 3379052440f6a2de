import type { Client } from '@atrium/sdk'
import { expect } from 'vitest'

/**
 * Creates an active workflow with these nodes in a row. Returns a function that runs it to its end,
 * expects this status and returns the node runs by type.
 */
export async function drawWorkflow(
  client: Client,
  name: string,
  steps: readonly (readonly [type: string, params: object, output?: string])[],
) {
  const position = { x: 0, y: 0 }
  const all = [['trigger.manual', {}] as const, ...steps]
  const nodes = all.map(([type, params]) => ({
    id: type,
    type,
    name: type,
    params: { ...params },
    position,
  }))
  const edges = steps.map(([type], at) => ({
    from: { node: all[at]?.[0] ?? '', output: all[at]?.[2] ?? 'main' },
    to: { node: type, input: 'main' },
  }))
  const { id } = await client.workflows.create({ body: { name, graph: { nodes, edges } } })
  await client.workflows.update({ params: { id }, body: { active: true } })
  return async (status = 'completed') => {
    const { runId } = await client.workflows.run({ params: { id }, body: {} })
    for await (const _ of client.workflows.watch(id, runId));
    const ended = await client.workflows.getRun({ params: { id, runId } })
    expect(ended, JSON.stringify(ended.nodes)).toMatchObject({ status })
    return Object.fromEntries(ended.nodes.map((each) => [each.type, each]))
  }
}
