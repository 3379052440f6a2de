import { median, report } from '@atrium/bench-kit'
import { type SandboxPage, startSandbox } from '@atrium/sandbox'
import { type Client, createClient } from '@atrium/sdk'
import { startProcessPlatform } from '../platform/process-platform.ts'
import { sandboxEnvironment } from '../start/sandbox.ts'

// Measures a thousand posts on fifty Pages that are due at once, from their due time to the
// network's request. They pass through one runner, connect, the board, NATS and PostgreSQL, each in
// its own process, with production durability.
const pages = 50
const perPage = 20
const total = pages * perPage
// Makes a Page's posts use four fifths of its rate.
const usagePerCall = 80 / perPage

const sandbox = await startSandbox()
const { pagenet } = sandbox
const variables = sandboxEnvironment({}, Number(new URL(sandbox.url).port)) as Record<
  string,
  string
>
const platform = await startProcessPlatform(variables, { fsync: true })

async function signedUp(): Promise<Client> {
  const client = createClient({ baseUrl: platform.baseUrl })
  await client.auth.signUp({
    name: 'Bench',
    email: 'bench@example.com',
    password: 'a password of some length',
  })
  await client.auth.createOrg({ name: 'Bench', slug: 'bench' })
  return client
}

async function connected(client: Client): Promise<{ page: SandboxPage; channelId: string }[]> {
  const channels = []
  for (let n = 0; n < pages; n += 1) {
    const page = pagenet.addPage(`90${n}`, `Page ${n}`, { usagePerCall })
    const token = pagenet.giveToken({ kind: 'page', pageId: page.id })
    const answer = await client.connect.manual({ params: { network: 'pagenet' }, body: { token } })
    if (!('channel' in answer)) throw new Error('a picker for one Page')
    page.usage = 1
    channels.push({ page, channelId: answer.channel.id })
  }
  return channels
}

/**
 * Approves every post, each due a millisecond after the one before, and the last one due at
 * `dueAt`.
 */
async function approved(
  client: Client,
  channels: { channelId: string }[],
  dueAt: number,
): Promise<void> {
  const numbers = Array.from({ length: total }, (_, n) => n)
  const worker = async () => {
    for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) {
      const { channelId } = channels[n % pages] ?? { channelId: '' }
      const post = { platform: 'pagenet' as const, channelId }
      const { id } = await client.cards.create({ body: { kind: 'post', body: `Post ${n}`, post } })
      const dueDate = new Date(dueAt - total + n).toISOString()
      await client.posts.approve({ params: { id }, body: { dueDate } })
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

try {
  const client = await signedUp()
  const channels = await connected(client)
  const dueAt = Date.now() + 30_000
  await approved(client, channels, dueAt)
  if (Date.now() > dueAt) throw new Error('Approving took longer than the time until they were due')
  const { items } = await client.workflows.listTemplates()
  const template = items.find(({ id }) => id === 'publish-scheduled-posts')
  if (template === undefined) throw new Error('publishing is not registered')
  const workflow = await client.workflows.create({ body: { name: 'Sweep', graph: template.graph } })
  // The sweep normally runs every quarter of an hour. Fire it when the posts are due.
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - Date.now())))
  const { runId } = await client.workflows.run({ params: { id: workflow.id }, body: {} })
  const until = dueAt + 75_000
  const posts = () => channels.flatMap(({ page }) => page.posts)
  while (posts().length < total && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const waits = posts().map(({ createdAt }) => createdAt.getTime() - dueAt)
  waits.sort((a, b) => a - b)
  for await (const _ of client.workflows.watch(workflow.id, runId));

  const seconds = (waits.at(-1) ?? Number.NaN) / 1_000
  report({
    name: '1,000 posts due at once, sent',
    value: waits.length,
    unit: '',
    target: `>= ${total}`,
  })
  report({
    name: 'from due time to the network, the last',
    value: seconds,
    unit: 's',
    target: '< 60',
  })
  report({ name: 'the same, p50', value: median(waits) / 1_000, unit: 's', target: 'none' })
  const toNumbers = (page: SandboxPage) => page.posts.map(({ message }) => Number(message.slice(5)))
  const ordered = channels.filter(({ page }) => {
    const numbers = toNumbers(page)
    return (
      numbers.length === perPage && numbers.every((n, at) => at === 0 || n > (numbers[at - 1] ?? n))
    )
  }).length
  report({ name: 'Pages whose order was kept', value: ordered, unit: '', target: `>= ${pages}` })
  const highest = Math.max(...channels.map(({ page }) => page.usage))
  report({ name: 'highest usage of a Page', value: highest, unit: '%', target: '< 100' })
  const doubled = posts().length - new Set(posts().map(({ message }) => message)).size
  report({ name: 'sent twice', value: doubled, unit: '', target: '< 1' })
} finally {
  await platform.stop()
  await sandbox.stop()
}
