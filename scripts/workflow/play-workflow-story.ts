import { AtriumError, type Client } from '@atrium/sdk'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { checkWith, until } from '../stories/story.ts'

const node = (id: string, type: string, name: string, params: Record<string, unknown> = {}) => ({
  id,
  type,
  name,
  params,
  position: { x: 0, y: 0 },
})
const edge = (from: string, to: string, output = 'main') => ({
  from: { node: from, output },
  to: { node: to, input: 'main' },
})

/** Returns a graph. It adds a timeline entry to a new contact if its title mentions a word. */
const graph = (cron: string) => ({
  nodes: [
    node('hand', 'trigger.manual', 'By hand'),
    node('tick', 'trigger.schedule', 'Every minute', { cron }),
    node('event', 'trigger.event', 'A card is created', { eventType: 'task.created' }),
    node('is', 'if', 'About coffee?', {
      combinator: 'and',
      conditions: [{ left: '{{ $json.title }}', operator: 'contains', right: 'COFFEE' }],
    }),
    node('log', 'log_activity', 'Note it', { text: 'Seen by the workflow' }),
  ],
  edges: [edge('hand', 'is'), edge('tick', 'is'), edge('event', 'is'), edge('is', 'log', 'true')],
})

const settled = (client: Client, id: string, trigger: string, withinMs?: number) =>
  until(
    `a run by ${trigger}`,
    async () => {
      const { items } = await client.workflows.listRuns({ params: { id } })
      return items.find((run) => run.trigger === trigger && run.finishedAt !== null)
    },
    withinMs,
  )

/**
 * Plays a workflow's life through the SDK, including the schedule if `withCron` is set. Throws at
 * the first mismatch.
 */
export async function playWorkflowStory(
  baseUrl: string,
  say: (line: string) => void,
  { withCron = false }: { withCron?: boolean } = {},
): Promise<void> {
  const check = checkWith(say)
  const { client } = await signUpNewcomer(baseUrl, 'workflows')
  const { items: palette } = await client.workflows.listNodes()
  check(
    palette.some((entry) => entry.type === 'log_activity'),
    'the palette lists the nodes that are registered',
  )
  const created = await client.workflows.create({
    body: { name: 'Coffee', graph: graph('* * * * *'), active: true },
  })
  check(!created.active, 'a new workflow is never active')
  const params = { id: created.id }
  const active = await client.workflows.update({ params, body: { active: true } })
  check(active.active, 'a valid graph is activated')

  const fired = await client.workflows.run({ params, body: {} })
  const live: string[] = []
  for await (const change of client.workflows.watch(created.id, fired.runId))
    live.push(change.event)
  check(live.includes('run'), `a run by hand is watched live (${live.length} changes)`)
  const byHand = await client.workflows.getRun({ params: { ...params, runId: fired.runId } })
  check(byHand.status === 'completed', 'and completes')
  const skipped = byHand.nodes.find((row) => row.nodeId === 'log')
  check(skipped?.status === 'skipped', 'a branch without items is skipped, with its reason')

  const contact = await client.cards.create({
    body: { kind: 'contact', title: 'Café, Coffee & Co' },
  })
  const byEvent = await settled(client, created.id, 'event')
  check(byEvent.status === 'completed', 'an event fires it')
  const timeline = await client.cards.timeline({ params: { id: contact.id } })
  check(
    timeline.items.some((entry) => entry.body === 'Seen by the workflow'),
    'and the card has its entry',
  )

  if (withCron) {
    const byClock = await settled(client, created.id, 'schedule', 65_000)
    check(byClock.status === 'completed', 'the clock fires it')
  }
  const late = await client.workflows
    .cancelRun({ params: { ...params, runId: fired.runId } })
    .catch((error: unknown) => error)
  check(
    late instanceof AtriumError && late.code === 'run_finished',
    'a finished run cannot be cancelled',
  )
  const history = await client.workflows.listRuns({ params })
  check(history.items.length >= 2, 'the history has every run, newest first')
  const latest = await client.workflows.latestRun({ params })
  check(
    latest.status === 'completed' && latest.nodes.length === 5,
    'the latest run shows its nodes',
  )
}
