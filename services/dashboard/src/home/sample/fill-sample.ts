import {
  cancelAgentRun,
  createAgentRun,
  createCard,
  createOffer,
  createSkill,
  createWorkflow,
  getMe,
  getRun,
  markHandedOff,
  markPostedByHand,
  runWorkflow,
  updateWorkflow,
} from '@atrium/contracts'
import { fillMoney } from './fill-money.ts'
import { fillPublishing } from './fill-publishing.ts'
import { contacts, posts, tasks } from './sample-cards.ts'
import { type SampleClient, untilDone } from './sample-client.ts'
import { courseProduct } from './sample-money.ts'
import {
  agentTasks,
  asking,
  guides,
  largeOrder,
  mendedReview,
  orders,
  ordersIn,
  review,
  thanks,
} from './sample-workflows.ts'

type Call = SampleClient['call']

const dayMs = 86_400_000
const inDays = (now: number, days: number): string => new Date(now + days * dayMs).toISOString()

async function fillBoard(call: Call, now: number, assigneeId: string): Promise<void> {
  for (const [position, { dueIn, tags, ...task }] of tasks.entries()) {
    const dueDate = dueIn === undefined ? null : inDays(now, dueIn)
    const assigned = position < 2 ? { assigneeId } : {}
    await call(createCard, {
      body: { kind: 'task', ...task, ...assigned, tags: [...tags], dueDate },
    })
  }
  for (const { tags, ...contact } of contacts) {
    await call(createCard, { body: { kind: 'contact', ...contact, tags: [...tags] } })
  }
}

async function fillPosts(call: Call, now: number): Promise<void> {
  const today = new Date(now).setHours(0, 0, 0, 0)
  for (const [{ host, platform }, fate, day, hour, body] of posts) {
    const dueDate = new Date(today + day * dayMs + hour * 3_600_000).toISOString()
    const destination = { scheme: 'manual', host }
    const { id } = await call(createCard, {
      body: { kind: 'post', body, destination, dueDate, post: { platform } },
    })
    const params = { id }
    if (fate === 'draft') continue
    await call(markHandedOff, { params })
    if (fate === 'handed_off') continue
    await call(markPostedByHand, { params, body: {} })
  }
}

const ended = new Set<string>(['completed', 'failed', 'cancelled'])

async function runToEnd(
  call: Call,
  id: string,
  input?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const body = input === undefined ? {} : { input: { ...input } as never }
  const { runId } = await call(runWorkflow, { params: { id }, body })
  await untilDone(async () => ended.has((await call(getRun, { params: { id, runId } })).status))
}

async function fillWorkflows(call: Call, email: string): Promise<void> {
  const sorted = await call(createWorkflow, { body: orders })
  for (const order of ordersIn) await runToEnd(call, sorted.id, order)
  const { id } = await call(createWorkflow, { body: review })
  await runToEnd(call, id)
  await call(updateWorkflow, { params: { id }, body: mendedReview })
  await runToEnd(call, id)
  const large = await call(createWorkflow, { body: asking(email) })
  await call(runWorkflow, { params: { id: large.id }, body: { input: { ...largeOrder } } })
}

async function fillAgents(call: Call): Promise<void> {
  for (const body of guides) await call(createSkill, { body })
  for (const [position, prompt] of agentTasks.entries()) {
    const { id } = await call(createAgentRun, { body: { kind: 'implement', prompt } })
    if (position > 0) await call(cancelAgentRun, { params: { id } })
  }
}

/**
 * Fills the active organisation through the public API, so that every page has something to show.
 * Throws `AtriumError`. The records created before the error stay.
 */
export async function fillSample(client: SampleClient, now: number): Promise<void> {
  const { call } = client
  const { user, org } = await call(getMe, {})
  const orgSlug = org?.slug ?? ''
  const { id } = await call(createWorkflow, { body: thanks })
  await call(updateWorkflow, { params: { id }, body: { active: true } })
  const course = await call(createOffer, { body: courseProduct })
  await Promise.all([
    fillMoney(client, now),
    fillPublishing(client, now, { orgSlug, offerId: course.id }),
    fillBoard(call, now, user.id).then(() => fillWorkflows(call, user.email)),
    fillPosts(call, now),
    fillAgents(call),
  ])
}
