import type { Client } from '@atrium/sdk'

const position = { x: 0, y: 0 }

const buildGraph = (
  trigger: { type: string; params: Record<string, unknown> },
  step: { type: string; params: Record<string, unknown> },
) => ({
  nodes: [
    { id: 'trigger', name: 'Trigger', position, ...trigger },
    { id: 'step', name: 'Step', position, ...step },
  ],
  edges: [{ from: { node: 'trigger', output: 'main' }, to: { node: 'step', input: 'main' } }],
})

/**
 * Creates a workflow that creates a card with the title in the call, and responds afterwards.
 * Returns its address.
 */
export async function createHook(client: Client): Promise<string> {
  const { id } = await client.workflows.create({
    body: {
      name: 'Call',
      graph: buildGraph(
        { type: 'trigger.webhook', params: { respond: 'last_output' } },
        { type: 'create_card', params: { title: '{{ $json.body.title }}' } },
      ),
    },
  })
  await client.workflows.update({ params: { id }, body: { active: true } })
  const { url } = await client.workflows.renewHook({ params: { id } })
  return url
}

/** Creates a workflow that runs once for each new card. Returns its id. */
export async function followCards(client: Client): Promise<string> {
  const { id } = await client.workflows.create({
    body: {
      name: 'Follow',
      graph: buildGraph(
        { type: 'trigger.event', params: { eventType: 'task.created' } },
        {
          type: 'if',
          params: { combinator: 'and', conditions: [{ left: 'title', operator: 'exists' }] },
        },
      ),
    },
  })
  await client.workflows.update({ params: { id }, body: { active: true } })
  return id
}
