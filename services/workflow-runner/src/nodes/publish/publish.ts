import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type LeftItem, missingField, type NodeResult } from '../../engine/index.ts'
import { actedResult, attemptItems, itemProblem, leftBy, type Refusal } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'
import type { PublishingPort } from '../ports.ts'
import { type CardResult, type Claim, openCard, publishCard } from './publish-card.ts'

/** The number of posts sent in parallel. Posts on one channel are sent in order. */
const atOnce = 16
// A claim made later might not be settled before the node's deadline.
const claimingMs = 500_000

export const publish = defineNode({
  type: 'publish',
  label: 'Publish posts',
  description: 'Publishes every due post, or one chosen post',
  category: 'act',
  keywords: ['post', 'social', 'social media', 'send', 'go live', 'share'],
  params: z.object({
    taskId: z.string().optional().describe('The post to publish now. By default, every due post'),
    limit: z.number().int().min(1).max(5_000).default(1_000).describe('The most posts in one run'),
  }),
  emits: emitted({
    taskId: common.taskId,
    externalId: field.id('Post ID at the network', '1001_2002'),
    externalUrl: field.url('Link to the post', 'https://social.example/posts/1'),
    comment: field.text('First comment', 'Read more on our site'),
    attemptKey: field.id('Attempt', 'att_01k2m8f3q7'),
  }),
  usesPersonsRights: true,
  needs: ['org', 'publishing'],
  async execute(items, params, context) {
    const { orgId, userId, ports, signal, runId, now } = context
    const { publishing } = ports
    const named = await attemptItems(items, context, (_item, _at, given) => requireName(given))
    const asked = items.length === 0 ? [requireName(params)] : named.results
    const names = asked.map((each) => each?.taskId)
    const limit = asked.find((each) => each !== undefined)?.limit ?? 1
    const ids = [...new Set(names)].filter((id) => id !== undefined)
    // Items without a card id ask for every due post. If every item was refused, the node claims
    // nothing.
    const nothing = items.length > 0 && named.refusals.length === items.length
    const claim = async (which: { taskId?: string; actorId?: string }) =>
      (await publishing.claimPost({ orgId, ...which, token: randomUUID(), runId }, signal)).claim
    const next = async () => {
      if (nothing) return null
      if (ids.length === 0) return claim({})
      for (let taskId = waiting[0]; taskId !== undefined; taskId = waiting[0]) {
        const claimed = await claim({ taskId, actorId: userId }).catch((error: unknown) => {
          refused.push(toRefusedClaim(taskId, error))
          return null
        })
        waiting.shift()
        if (claimed !== null) return claimed
      }
      return null
    }
    const waiting = [...ids]
    const refused: CardResult[] = []
    const { results, more } = await publishAll(publishing, next, { signal, limit, runId, now })
    return answer(
      [...refused, ...results],
      more,
      { named: names, count: items.length, refusals: named.refusals, waiting },
      (result) => {
        const { kind: _, ...json } = result
        const item = { externalId: result.taskId, source: { scheme: 'board' }, json }
        const from = items[names.indexOf(result.taskId)] ?? items[0]
        return from === undefined ? item : context.derive(from, item)
      },
    )
  },
})

/** Throws if the card id is empty. An empty id is a mistake, not a request for every due post. */
function requireName<P extends { taskId?: string | undefined }>(params: P): P {
  if (params.taskId === '') throw missingField('taskId')
  return params
}

/** Throws the error if the card did not cause it, for example because the board is down. */
function toRefusedClaim(taskId: string, error: unknown): CardResult {
  const problem = itemProblem(error)
  if (problem === undefined) throw error
  const { message, fix, passing: away = false } = problem
  return { kind: 'problem', taskId, message, fix: fix ?? openCard(taskId), away }
}

async function publishAll(
  port: PublishingPort,
  next: () => Promise<Claim | null>,
  {
    signal,
    limit,
    runId,
    now,
  }: { signal: AbortSignal; limit: number; runId: string; now(): number },
): Promise<{ results: CardResult[]; more: boolean }> {
  const results: CardResult[] = []
  const lanes = new Map<string, Promise<void>>()
  const running = new Set<Promise<void>>()
  const stopAt = performance.now() + claimingMs
  const closed = () =>
    signal.aborted || results.some((result) => result.kind === 'problem' && result.away)
  let more = true
  let broken: unknown
  for (let claimed = 0; claimed < limit && performance.now() < stopAt && !closed(); claimed += 1) {
    const claim = await next().catch((error: unknown) => {
      broken = error
      return null
    })
    if (claim === null) {
      more = broken !== undefined
      break
    }
    const channel = claim.card.post?.channelId ?? claim.card.id
    const job = (lanes.get(channel) ?? Promise.resolve())
      .then(() => publishCard(port, claim, { signal, closed, runId, now }))
      .then((result) => void results.push(result))
      .finally(() => running.delete(job))
    lanes.set(channel, job)
    running.add(job)
    if (running.size >= atOnce) await Promise.race(running)
  }
  await Promise.all(running)
  // If the board goes down midway, the remaining posts wait for the next run.
  if (broken !== undefined && results.length === 0) throw broken
  return { results, more }
}

type Posted = Extract<CardResult, { kind: 'posted' }>

interface Asked {
  /** The card id that each item names. */
  named: readonly (string | undefined)[]
  count: number
  refusals: readonly Refusal[]
  /** The card ids that the node did not reach. */
  waiting: readonly string[]
}

/**
 * Returns the items whose posts were not published. It is no attempt if the service did not
 * respond, if the post was returned, or if the node did not reach it.
 */
function leftByPosts(results: readonly CardResult[], { named, waiting }: Asked): LeftItem[] {
  const reasons = new Map<string, string | null>(waiting.map((taskId) => [taskId, null]))
  for (const result of results) {
    if (result.kind === 'released') reasons.set(result.taskId, null)
    if (result.kind === 'problem') reasons.set(result.taskId, result.away ? null : result.message)
  }
  return named.flatMap((taskId = '', at) => {
    const reason = reasons.get(taskId)
    return reason === undefined ? [] : [{ at, reason }]
  })
}

function answer(
  results: readonly CardResult[],
  more: boolean,
  asked: Asked,
  itemOf: (posted: Posted) => NonNullable<NodeResult['outputs']>[string][number],
): NodeResult {
  const { named, count, refusals } = asked
  const unsent = leftByPosts(results, asked)
  const posted = results.filter((result) => result.kind === 'posted')
  const problems = results.filter((result) => result.kind === 'problem')
  const released = results.filter((result) => result.kind === 'released')
  const until = released.find((result) => result.until !== null)?.until
  const [first] = problems
  // If no post was published, the run fails with the first problem and its fix.
  if (first !== undefined && posted.length === 0) {
    const others = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
    return {
      halt: { success: false, message: first.message + others, fix: first.fix },
      left: [...leftBy(refusals), ...unsent],
    }
  }
  const namesCards = named.some((taskId) => taskId !== undefined)
  const notes = [
    results.length === 0
      ? namesCards
        ? 'The post is not waiting to be published'
        : 'No post is due'
      : '',
    posted.length > 0 ? `${posted.length} posted` : '',
    released.length > 0
      ? `${released.length} returned${until ? `, due again at ${until}` : ''}`
      : '',
    first === undefined ? '' : `${problems.length} not posted: ${first.message}`,
  ]
  const acted = actedResult(posted.map(itemOf), refusals, {
    count,
    notes: notes.filter((note) => note !== ''),
  })
  const isCut = (more && !namesCards) || problems.length > 0 || unsent.length > 0
  return {
    ...acted,
    left: [...(acted.left ?? []), ...unsent],
    incomplete: acted.incomplete === true || isCut,
  }
}
