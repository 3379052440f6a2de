import { deliver, openBox } from '@atrium/sandbox'
import { until } from '../../stories/story.ts'
import type { Seen } from '../seen.ts'
import { connectAccount } from './connect-account.ts'
import { type ExamplePlatform, type ExampleStep, from } from './example-step.ts'
import { later, mail, mailOrders, orders, photos } from './workflow-graphs.ts'

/** Waits until a run of the owner's workflow has ended. */
const runEnds = ({ client }: ExamplePlatform, id: string, runId: string) =>
  until('the end of the run', async () => {
    const run = await client('owner').workflows.getRun({ params: { id, runId } })
    return ['queued', 'running'].includes(run.status) ? undefined : run
  })

/** Starts a run and leaves it waiting. */
async function runForLong({ client }: ExamplePlatform, seen: Seen): Promise<void> {
  const { workflows } = client('owner')
  const { id } = await workflows.create({ body: { name: 'Remind us tomorrow', graph: later } })
  const { runId } = await workflows.run({ params: { id } })
  seen.keep('long', { id, runId })
}

/** Creates a workflow and lets it read a mailbox. */
async function readMail(platform: ExamplePlatform, seen: Seen): Promise<void> {
  const { workflows } = platform.client('owner')
  const connector = (await connectAccount(platform, seen, 'mailbox')).get('connected') ?? ''
  deliver(openBox(platform.sandbox.mailbox.mail, '104857600000000000001'), {
    from: 'Mill <billing@example.com>',
    to: 'bakery@example.com',
    subject: 'Your delivery on Friday',
    text: 'Two pallets arrive on Friday at six.',
  })
  const { id } = await workflows.create({ body: { name: 'Read the mail', graph: mail(connector) } })
  const { runId } = await workflows.run({ params: { id } })
  await runEnds(platform, id, runId)
  seen.keep('reading', { id, connector })
}

/** Creates a workflow and lets one of its steps refuse a mail. */
async function refuseMail(platform: ExamplePlatform, seen: Seen): Promise<void> {
  const { workflows } = platform.client('owner')
  const graph = mailOrders(seen.text('reading.connector'))
  const { id } = await workflows.create({ body: { name: 'Note the orders', graph } })
  const { runId } = await workflows.run({ params: { id } })
  await runEnds(platform, id, runId)
  seen.keep('refusing', { id })
}

/** Waits for all nodes. They are registered once their services respond. */
const allNodes = ({ client }: ExamplePlatform) =>
  until('the nodes', async () => {
    const { items } = await client('owner').workflows.listNodes()
    const types = items.map(({ type }) => type)
    return ['read_tasks', 'create_card', 'read_mailbox', 'agent'].every((each) =>
      types.includes(each),
    )
      ? types
      : undefined
  })

const palette: readonly ExampleStep[] = [
  { operation: 'listNodes', before: allNodes },
  { operation: 'listEventTypes' },
  { operation: 'listWorkflowTemplates' },
]

const drawn: readonly ExampleStep[] = [
  { operation: 'createWorkflow' },
  { operation: 'tryWorkflow' },
  { operation: 'updateWorkflow' },
  { operation: 'getWorkflow' },
  { operation: 'listWorkflows' },
  { operation: 'listWorkflowLabels' },
  { operation: 'listWorkflowVersions' },
  { operation: 'getWorkflowVersion' },
  { operation: 'restoreWorkflowVersion' },
]

const files: readonly ExampleStep[] = [
  { operation: 'exportWorkflows' },
  { operation: 'importWorkflows' },
]

const run: readonly ExampleStep[] = [
  {
    operation: 'runWorkflow',
    before: ({ client }) =>
      client('owner').cards.create({
        body: { title: 'Order flour for the Easter market', tags: ['supplies'] },
      }),
  },
  { operation: 'watchRun' },
  {
    operation: 'getRun',
    before: (platform, seen) =>
      runEnds(platform, seen.text('createWorkflow.id'), seen.text('runWorkflow.runId')),
  },
  { operation: 'listRuns' },
  { operation: 'getLatestRun' },
  { operation: 'runAgain' },
  {
    operation: 'cancelRun',
    before: runForLong,
  },
  { operation: 'putPin' },
  { operation: 'listPins' },
  { operation: 'getPin' },
  { operation: 'deletePin' },
  { operation: 'listImports' },
  { operation: 'forgetImport' },
  { operation: 'listCursors', before: readMail },
  { operation: 'clearCursors' },
  { operation: 'listWaitingItems', before: refuseMail },
  { operation: 'letWaitingItemGo' },
  { operation: 'deleteWorkflow' },
  { operation: 'getQueueStats' },
  { operation: 'getQueueHistory' },
]

const hooks: readonly ExampleStep[] = [
  {
    operation: 'renewWorkflowHook',
    before: async ({ client }, seen) => {
      const { workflows } = client('owner')
      const { id } = await workflows.create({ body: { name: 'Orders of the café', graph: orders } })
      seen.keep('orders', await workflows.update({ params: { id }, body: { active: true } }))
    },
  },
  { operation: 'getWorkflowHook' },
  {
    operation: 'receiveHook',
    as: 'nobody',
    before: async (_, seen) =>
      seen.keep('secret', seen.text('renewWorkflowHook.url').split('/').at(-1)),
    params: { id: from('renewWorkflowHook.id'), secret: from('secret') },
    bytes: JSON.stringify({ bread: 'Walnut', pieces: 4 }),
  },
  { operation: 'checkHook' },
  {
    operation: 'getFile',
    before: async ({ client, baseUrl }, seen) => {
      const { workflows } = client('owner')
      const { id } = await workflows.create({ body: { name: 'Photos of orders', graph: photos } })
      await workflows.update({ params: { id }, body: { active: true } })
      const { url } = await workflows.renewHook({ params: { id } })
      const form = new FormData()
      form.append(
        'photo',
        new File(['Please bake this one again.'], 'wish.txt', { type: 'text/plain' }),
      )
      const { pathname } = new URL(url)
      const answer = await fetch(`${baseUrl}${pathname}`, { method: 'POST', body: form })
      const { items } = (await answer.json()) as {
        items: { json: { files: { fileId: string }[] } }[]
      }
      seen.keep('photo', items[0]?.json.files[0])
    },
  },
  { operation: 'deleteWorkflowHook' },
]

const zen: readonly ExampleStep[] = [
  {
    operation: 'askZen',
    before: async ({ sandbox }) =>
      sandbox.model.script({
        match: 'Which loaf',
        text: 'The walnut loaf keeps longest, about five days.',
      }),
  },
  {
    operation: 'getZen',
    before: ({ client }, seen) =>
      until('the answer', async () => {
        const { finishedAt } = await client('owner').zen.get({
          params: { id: seen.text('askZen.id') },
        })
        return finishedAt ?? undefined
      }),
  },
]

/**
 * Workflows: the palette, graphs and versions, runs and tries, addresses, stored headers, model
 * questions.
 */
export const workflowExamples: readonly ExampleStep[] = [
  ...palette,
  ...drawn,
  ...files,
  ...run,
  ...hooks,
  ...zen,
]
