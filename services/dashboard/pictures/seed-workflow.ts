import type { WorkflowGraph } from '@atrium/contracts'
import type { Client } from '@atrium/sdk'

const node = (
  id: string,
  type: string,
  name: string,
  { params, position }: { params: Record<string, unknown>; position: { x: number; y: number } },
) => ({
  id,
  type,
  name,
  params,
  position,
})
const edge = (from: string, to: string, output = 'main') => ({
  from: { node: from, output },
  to: { node: to, input: 'main' },
})

// The wait step keeps its run in progress.
const graph: WorkflowGraph = {
  nodes: [
    node('start', 'trigger.manual', 'Every Friday', { params: {}, position: { x: 0, y: 165 } }),
    node('read', 'read_tasks', 'What is to do', { params: {}, position: { x: 330, y: 165 } }),
    node('check', 'if', 'Is it for the market?', {
      params: {
        combinator: 'or',
        conditions: [{ left: 'title', operator: 'contains', right: 'market' }],
      },
      position: { x: 660, y: 20 },
    }),
    node('wait', 'wait', 'Until the ovens are warm', {
      params: { amount: 2, unit: 'hours' },
      position: { x: 990, y: -80 },
    }),
    node('thank', 'create_card', 'Plan the stall', {
      params: { title: 'Stall for {{ $json.title }}' },
      position: { x: 1320, y: -80 },
    }),
    node('note', 'log_activity', 'Note it on the card', {
      params: { text: 'Not for the market' },
      position: { x: 990, y: 100 },
    }),
    node('quote', 'if', 'Does somebody ask?', {
      params: {
        combinator: 'or',
        conditions: [{ left: 'title', operator: 'contains', right: 'quote' }],
      },
      position: { x: 660, y: 300 },
    }),
    node('answer', 'log_activity', 'Promise an answer', {
      params: { text: 'We answer on Monday' },
      position: { x: 990, y: 280 },
    }),
    node('mark', 'set_fields', 'Call it a job', {
      params: { fields: [{ name: 'what', value: 'job' }] },
      position: { x: 990, y: 460 },
    }),
    node('summary', 'log_activity', 'Tell the bakers', {
      params: { text: 'One more {{ $json.what }}' },
      position: { x: 1320, y: 460 },
    }),
  ],
  edges: [
    edge('start', 'read'),
    edge('read', 'check'),
    edge('check', 'wait', 'true'),
    edge('wait', 'thank'),
    edge('check', 'note', 'false'),
    edge('read', 'quote'),
    edge('quote', 'answer', 'true'),
    edge('quote', 'mark', 'false'),
    edge('mark', 'summary'),
  ],
}

/** Draws a workflow and starts a run that stays in progress. */
export async function seedWorkflow(client: Client): Promise<void> {
  await client.cards.create({ body: { kind: 'task', title: 'Bread for the Saturday market' } })
  const { id } = await client.workflows.create({ body: { name: 'Before the market', graph } })
  await client.workflows.run({ params: { id } })
}
