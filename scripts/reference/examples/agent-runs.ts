import pg from 'pg'
import { until } from '../../stories/story.ts'
import type { Seen } from '../seen.ts'
import type { ExamplePlatform, ExampleStep } from './example-step.ts'

const agent = { name: 'workbench', host: 'office-laptop' }
const workspaces = ['website']

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
  { operation: 'createAgentRun' },
  { operation: 'listAgentRuns' },
  {
    operation: 'claimAgentRun',
    as: 'key',
  },
  { operation: 'beatAgentRun', as: 'key' },
  {
    operation: 'appendTranscript',
    as: 'key',
  },
  { operation: 'getAgentRun' },
  { operation: 'readTranscript' },
  {
    operation: 'finishAgentRun',
    as: 'key',
  },
  { operation: 'watchAgentRun' },
  {
    operation: 'cancelAgentRun',
    before: async ({ client }, seen) => {
      const body = { kind: 'implement', prompt: 'Translate the menu into French.' } as const
      seen.keep('unwanted', await client('owner').agentRuns.create({ body }))
    },
  },
  { operation: 'requeueAgentRun', before: loseRun },
  {
    operation: 'implementCard',
    before: async ({ client }, seen) => {
      const body = { title: 'Show the Easter bread on the first page' }
      seen.keep('card', await client('owner').cards.create({ body }))
    },
  },
]
