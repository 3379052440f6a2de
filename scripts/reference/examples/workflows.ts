import { deliver, openBox } from '@atrium/sandbox'
import { until } from '../../stories/story.ts'
import type { Seen } from '../seen.ts'
import { connectAccount } from './connect-account.ts'
import { type ExamplePlatform, type ExampleStep, from, one } from './example-step.ts'
import { later, mail, mailOrders, orderFile, orders, photos, supplies } from './workflow-graphs.ts'

const startedRun = { params: { id: from('workflow.id'), runId: from('started.runId') } }
const onePin = { params: { id: from('workflow.id'), nodeId: 'read' } }

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

const refusedMail = {
  params: {
    id: from('refusing.id'),
    source: from('refused.items.0.source'),
    externalId: from('refused.items.0.externalId'),
  },
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
  {
    operation: 'createWorkflow',
    name: 'workflow',
    body: {
      name: 'Check the supplies',
      description: 'Plans a check for each card about supplies',
      graph: supplies('Check: {{ $json.title }}'),
      folder: 'Bakery',
      tags: ['supplies'],
    },
  },
  {
    operation: 'tryWorkflow',
    ...one('workflow'),
    body: {
      node: 'plan',
      input: { items: [{ json: { title: 'Order flour', taskId: 'example' } }] },
    },
  },
  {
    operation: 'updateWorkflow',
    ...one('workflow'),
    body: { active: true, graph: supplies('Is it there? {{ $json.title }}') },
  },
  { operation: 'getWorkflow', ...one('workflow') },
  { operation: 'listWorkflows', query: { view: 'summary', limit: 10 } },
  { operation: 'listWorkflowLabels' },
  { operation: 'listWorkflowVersions', ...one('workflow') },
  { operation: 'getWorkflowVersion', params: { id: from('workflow.id'), n: 1 } },
  { operation: 'restoreWorkflowVersion', params: { id: from('workflow.id'), n: 1 } },
]

const files: readonly ExampleStep[] = [
  { operation: 'exportWorkflows', name: 'exported', query: { id: from('workflow.id') } },
  { operation: 'importWorkflows', body: { source: 'n8n', document: orderFile } },
]

const run: readonly ExampleStep[] = [
  {
    operation: 'runWorkflow',
    name: 'started',
    before: ({ client }) =>
      client('owner').cards.create({
        body: { title: 'Order flour for the Easter market', tags: ['supplies'] },
      }),
    ...one('workflow'),
    body: {},
  },
  { operation: 'watchRun', ...startedRun },
  {
    operation: 'getRun',
    before: (platform, seen) =>
      runEnds(platform, seen.text('workflow.id'), seen.text('started.runId')),
    ...startedRun,
  },
  { operation: 'listRuns', ...one('workflow') },
  { operation: 'getLatestRun', ...one('workflow') },
  {
    operation: 'runAgain',
    params: { id: from('workflow.id'), runId: from('started.runId') },
    body: { node: 'plan' },
  },
  {
    operation: 'cancelRun',
    before: runForLong,
    params: { id: from('long.id'), runId: from('long.runId') },
  },
  {
    operation: 'putPin',
    params: { id: from('workflow.id'), nodeId: 'read' },
    body: { outputs: { main: [{ json: { title: 'Order flour', taskId: 'example' } }] } },
  },
  { operation: 'listPins', ...one('workflow') },
  { operation: 'getPin', ...onePin },
  { operation: 'deletePin', ...onePin },
  {
    operation: 'listImports',
    name: 'imports',
    ...one('workflow'),
    query: { source: 'dedupe:once' },
  },
  {
    operation: 'forgetImport',
    params: {
      id: from('workflow.id'),
      source: from('imports.items.0.source'),
      externalId: from('imports.items.0.externalId'),
    },
  },
  { operation: 'listCursors', before: readMail, ...one('reading') },
  { operation: 'clearCursors', ...one('reading'), query: { kind: 'watermark' } },
  { operation: 'listWaitingItems', name: 'refused', before: refuseMail, ...one('refusing') },
  { operation: 'letWaitingItemGo', ...refusedMail },
  { operation: 'deleteWorkflow', ...one('reading') },
  { operation: 'getQueueStats', as: 'operator' },
  { operation: 'getQueueHistory', as: 'operator' },
]

const hooks: readonly ExampleStep[] = [
  {
    operation: 'renewWorkflowHook',
    name: 'hook',
    before: async ({ client }, seen) => {
      const { workflows } = client('owner')
      const { id } = await workflows.create({ body: { name: 'Orders of the café', graph: orders } })
      seen.keep('orders', await workflows.update({ params: { id }, body: { active: true } }))
    },
    ...one('orders'),
  },
  { operation: 'getWorkflowHook', ...one('orders') },
  {
    operation: 'receiveHook',
    as: 'nobody',
    before: async (_, seen) => seen.keep('secret', seen.text('hook.url').split('/').at(-1)),
    params: { id: from('hook.id'), secret: from('secret') },
    bytes: JSON.stringify({ bread: 'Walnut', pieces: 4 }),
  },
  {
    operation: 'checkHook',
    as: 'nobody',
    params: { id: from('hook.id'), secret: from('secret') },
  },
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
    params: { fileId: from('photo.fileId') },
  },
  { operation: 'deleteWorkflowHook', ...one('orders') },
]

const credentials: readonly ExampleStep[] = [
  {
    operation: 'createCredential',
    name: 'credential',
    body: {
      name: 'Weather service',
      host: 'weather.example.com',
      header: 'Authorization',
      value: 'Bearer example',
    },
  },
  { operation: 'listCredentials' },
  { operation: 'getCredential', ...one('credential') },
  { operation: 'updateCredential', ...one('credential'), body: { name: 'Weather of the harbour' } },
  { operation: 'deleteCredential', ...one('credential') },
]

const zen: readonly ExampleStep[] = [
  {
    operation: 'askZen',
    name: 'asked',
    before: async ({ sandbox }) =>
      sandbox.model.script({
        match: 'Which loaf',
        text: 'The walnut loaf keeps longest, about five days.',
      }),
    body: {
      prompt: 'Which loaf keeps longest?',
      text: 'Rye: four days. Spelt: two days. Walnut: five days.',
    },
  },
  {
    operation: 'getZen',
    before: ({ client }, seen) =>
      until('the answer', async () => {
        const { finishedAt } = await client('owner').zen.get({
          params: { id: seen.text('asked.id') },
        })
        return finishedAt ?? undefined
      }),
    ...one('asked'),
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
  ...credentials,
  ...zen,
]
