import type { WorkflowGraph } from '@atrium/contracts'
import type { Client } from '@atrium/sdk'

const node = (
  id: string,
  type: string,
  name: string,
  params: Record<string, unknown>,
  x: number,
  y: number,
) => ({
  ...{ id, type, name, params, position: { x, y } },
})
const edge = (from: string, to: string, output = 'main') => ({
  from: { node: from, output },
  to: { node: to, input: 'main' },
})

// The wait holds its run in the middle.
const graph: WorkflowGraph = {
  nodes: [
    node('start', 'trigger.manual', 'Every Friday', {}, 0, 120),
    node('read', 'read_tasks', 'What is to do', { kind: 'task' }, 330, 120),
    node(
      'check',
      'if',
      'Is it for the market?',
      { combinator: 'or', conditions: [{ left: 'title', operator: 'contains', right: 'market' }] },
      660,
      120,
    ),
    node('wait', 'wait', 'Until the ovens are warm', { amount: 2, unit: 'hours' }, 990, 10),
    node('thank', 'create_card', 'Plan the stall', { title: 'Stall for {{ $json.title }}' }, 1320, 10),
    node('note', 'log_activity', 'Note it on the card', { text: 'Not for the market' }, 990, 240),
  ],
  edges: [
    edge('start', 'read'),
    edge('read', 'check'),
    edge('check', 'wait', 'true'),
    edge('wait', 'thank'),
    edge('check', 'note', 'false'),
  ],
}

/** Draws a workflow and starts a run of it that stands in its middle. */
export async function seedWorkflow(client: Client): Promise<void> {
  await client.cards.create({ body: { kind: 'task', title: 'Bread for the Saturday market' } })
  const { id } = await client.workflows.create({ body: { name: 'Before the market', graph } })
  await client.workflows.run({ params: { id } })
}
