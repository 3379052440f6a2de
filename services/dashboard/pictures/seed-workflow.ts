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
  id,
  type,
  name,
  params,
  position: { x, y },
})
const edge = (from: string, to: string, output = 'main') => ({
  from: { node: from, output },
  to: { node: to, input: 'main' },
})

// The wait step keeps its run in progress.
const graph: WorkflowGraph = {
  nodes: [
    node('start', 'trigger.manual', 'Every Friday', {}, 0, 165),
    node('read', 'read_tasks', 'What is to do', {}, 330, 165),
    node(
      'check',
      'if',
      'Is it for the market?',
      { combinator: 'or', conditions: [{ left: 'title', operator: 'contains', right: 'market' }] },
      660,
      20,
    ),
    node('wait', 'wait', 'Until the ovens are warm', { amount: 2, unit: 'hours' }, 990, -80),
    node(
      'thank',
      'create_card',
      'Plan the stall',
      { title: 'Stall for {{ $json.title }}' },
      1320,
      -80,
    ),
    node('note', 'log_activity', 'Note it on the card', { text: 'Not for the market' }, 990, 100),
    node(
      'quote',
      'if',
      'Does somebody ask?',
      { combinator: 'or', conditions: [{ left: 'title', operator: 'contains', right: 'quote' }] },
      660,
      300,
    ),
    node('answer', 'log_activity', 'Promise an answer', { text: 'We answer on Monday' }, 990, 280),
    node(
      'mark',
      'set_fields',
      'Call it a job',
      { fields: [{ name: 'what', value: 'job' }] },
      990,
      460,
    ),
    node(
      'summary',
      'log_activity',
      'Tell the bakers',
      { text: 'One more {{ $json.what }}' },
      1320,
      460,
    ),
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
