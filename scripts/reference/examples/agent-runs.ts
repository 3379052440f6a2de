import pg from 'pg'
import { until } from '../../stories/story.ts'
import type { Seen } from '../seen.ts'
import { type ExamplePlatform, type ExampleStep, from, one } from './example-step.ts'

const agent = { name: 'workbench', host: 'office-laptop' }
const workspaces = ['website']

const held = { params: { id: from('claim.run.id') }, headers: { 'x-lease': from('claim.lease') } }

/** Lets an agent claim a run and go silent. The run's lease has expired. */
async function loseRun({ client, env }: ExamplePlatform, seen: Seen): Promise<void> {
  const { agentRuns } = client('owner')
  const { id } = await agentRuns.create({
    body: { kind: 'implement', prompt: 'Check the links of the website.', workspace: 'website' },
  })
  await client('key').agentRuns.claim({ body: { agent, workspaces } })
  const db = new pg.Client({ connectionString: env['DATABASE_URL'] })
  await db.connect()
  await db.query(
    `update workflow.agent_runs set lease_expires_at = now() - interval '1 hour' where id = $1`,
    [id],
  )
  await db.end()
  await until('the loss of the run', async () => {
    const { status } = await agentRuns.get({ params: { id } })
    return status === 'lost' ? status : undefined
  })
  seen.keep('lost', { id })
}

/** Examples of an agent run from queue to end, for the user and for the agent's computer. */
export const agentRunExamples: readonly ExampleStep[] = [
  {
    operation: 'createAgentRun',
    name: 'run',
    body: {
      kind: 'implement',
      prompt: 'Add the opening hours of the Easter market to the website.',
      workspace: 'website',
    },
  },
  { operation: 'listAgentRuns', query: { status: 'queued', limit: 10 } },
  {
    operation: 'claimAgentRun',
    name: 'claim',
    as: 'key',
    body: { agent, kinds: ['implement'], workspaces, waitSeconds: 20 },
  },
  { operation: 'beatAgentRun', as: 'key', ...held },
  {
    operation: 'appendTranscript',
    as: 'key',
    ...held,
    body: {
      from: 0,
      entries: [
        { at: '2026-03-02T09:03:00.000Z', stream: 'event', text: 'Began in website' },
        { at: '2026-03-02T09:03:04.000Z', stream: 'out', text: 'Reading pages/opening-hours.md' },
      ],
    },
  },
  { operation: 'getAgentRun', ...one('run') },
  { operation: 'readTranscript', ...one('run'), query: { from: 0 } },
  {
    operation: 'finishAgentRun',
    as: 'key',
    ...held,
    body: { status: 'succeeded', result: 'Added the hours to pages/opening-hours.md.' },
  },
  { operation: 'watchAgentRun', ...one('run') },
  {
    operation: 'cancelAgentRun',
    before: async ({ client }, seen) => {
      const body = { kind: 'implement', prompt: 'Translate the menu into French.' } as const
      seen.keep('unwanted', await client('owner').agentRuns.create({ body }))
    },
    ...one('unwanted'),
  },
  { operation: 'requeueAgentRun', before: loseRun, ...one('lost') },
  {
    operation: 'implementCard',
    before: async ({ client }, seen) => {
      const body = { title: 'Show the Easter bread on the first page' }
      seen.keep('card', await client('owner').cards.create({ body }))
    },
    ...one('card'),
  },
]
