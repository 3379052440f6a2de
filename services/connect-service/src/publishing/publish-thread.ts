import type {
  CommentOutcome,
  PostSighting,
  PublishFailure,
  PublishOutcome,
  PublishPostInput,
} from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { type NewAttempt, takenPosts } from './attempts.db.ts'
import { toFailure } from './failure.ts'
import { lookForAttempt } from './look-for-attempt.ts'
import { prepare, type Ready } from './prepare.ts'
import {
  earlierOutcome,
  endOrphan,
  isOrphan,
  newAttempt,
  type Sent,
  sendOnce,
} from './send-once.ts'

type Posted = Extract<PublishOutcome, { outcome: 'posted' }>

/** One post of a thread after the first. `index` counts from 0, `parent` is the post before it. */
interface Part {
  parent: string
  message: string
  index: number
}

/**
 * Publishes the posts that follow a published one, each as a reply to the one before and each at
 * most once. A post that is already out is skipped, also if an earlier claim sent it, so the next
 * claim continues where the last one stopped. After `deadline` (on the `performance.now()` clock)
 * the rest waits for the next claim.
 */
export async function publishThread(
  deps: Deps,
  input: PublishPostInput,
  { first, deadline }: { first: Posted; deadline: number },
): Promise<PublishOutcome> {
  let parent = first.externalId
  for (const [index, message] of input.thread.entries()) {
    const outcome =
      performance.now() > deadline
        ? refuse(deps, 'retry', 'There was no time left')
        : await publishPart(deps, input, { parent, message, index })
    if (outcome.outcome !== 'commented') return stoppedAt(input, index, outcome)
    parent = outcome.externalId
  }
  return first
}

/** Returns the outcome of a thread without a report, like `lookForPost`. Sends nothing. */
export async function lookForThread(
  deps: Deps,
  input: PublishPostInput,
  first: Posted,
): Promise<PostSighting> {
  let parent = first.externalId
  for (const [index, message] of input.thread.entries()) {
    const part = { parent, message, index }
    const seen = await lookForAttempt<CommentOutcome>(
      deps,
      input,
      toAttempt(deps, input, part),
      (ready) => partFinder(deps, ready, part),
    )
    if (seen.outcome === 'unsent') return stoppedAt(input, index, unsent)
    if (seen.outcome === 'failed') return stoppedAt(input, index, seen)
    if (seen.outcome === 'unknown') return seen
    parent = seen.externalId
  }
  return first
}

const keyMark = ':post-'

/** Returns those of the ids that are posts of a thread, because networks list them as comments. */
export const threadPosts = (
  { db }: Pick<Deps, 'db'>,
  channelId: string,
  ids: readonly string[],
): Promise<Set<string>> => takenPosts(db, channelId, ids, `%${keyMark}%`)

const toAttempt = (
  deps: Deps,
  input: PublishPostInput,
  { parent, message, index }: Part,
): NewAttempt =>
  newAttempt(deps, {
    kind: 'comment',
    target: { ...input, attemptKey: `${input.attemptKey}${keyMark}${index + 2}` },
    owner_id: input.actorId,
    content: [parent, message],
  })

async function publishPart(
  deps: Deps,
  input: PublishPostInput,
  part: Part,
): Promise<CommentOutcome> {
  const attempt = toAttempt(deps, input, part)
  const earlier = await earlierOutcome(deps, attempt)
  const open = earlier !== undefined && 'open' in earlier ? earlier.open : undefined
  if (open !== undefined && !isOrphan(deps, open)) return unended
  if (earlier !== undefined && 'outcome' in earlier) return earlier.outcome as CommentOutcome
  // Asks again for each post, because a post can use up the account's rate limit.
  const ready = await prepare(deps, input, input.actorId)
  if ('failure' in ready)
    return open === undefined ? { outcome: 'failed', failure: ready.failure } : unended
  const { comment } = ready.provider
  if (comment === undefined) return refuse(deps, 'fix_content', 'This network has no threads')
  const find = async (now: Ready, since: Date) => partFinder(deps, now, part)?.(since)
  if (open !== undefined)
    return (await endOrphan(deps, open, (since) => find(ready, since))) as CommentOutcome
  const send = async ({ connection }: Ready) =>
    commented((await comment(connection, part.parent, part.message)).externalId)
  return (await sendOnce(deps, { attempt, ready, send, find })) as CommentOutcome
}

const commented = (externalId: string): Sent => ({
  externalId,
  outcome: { outcome: 'commented', externalId },
})

/** Returns a function that looks for a thread's post, or undefined if the network has no look-up. */
function partFinder(
  deps: Deps,
  { channel, provider, connection }: Ready,
  { parent, message }: Part,
): ((since: Date) => Promise<Sent | undefined>) | undefined {
  if (provider.findComment === undefined) return undefined
  return async (since) => {
    const ids = await provider.findComment?.(connection, { externalId: parent, message }, since)
    const taken = await takenPosts(deps.db, channel.id, ids ?? [])
    const free = (ids ?? []).filter((id) => !taken.has(id))
    return free.length === 1 && free[0] !== undefined ? commented(free[0]) : undefined
  }
}

type Stop = Exclude<CommentOutcome, { outcome: 'commented' }>

const unended: Stop = { outcome: 'unconfirmed', message: 'It is already being published' }

const unsent = {
  outcome: 'failed',
  failure: {
    class: 'retry',
    message: 'It was not sent',
    fix: 'Approve the post again to publish the rest of the thread',
  },
} as const

const refuse = (deps: Deps, kind: PublishFailure['class'], message: string) =>
  ({
    outcome: 'failed',
    failure: toFailure(deps.config.DASHBOARD_URL, kind, message, 1),
  }) as const

/**
 * Says in an outcome which post of the thread it is about, and how many posts before it are
 * published.
 */
function stoppedAt<S extends Stop>({ thread }: PublishPostInput, index: number, stop: S): S {
  const which = `Post ${index + 2} of ${thread.length + 1} in this thread`
  const partsPublished = index + 1
  if (stop.outcome === 'unconfirmed')
    return { ...stop, message: `${which}: ${stop.message}`, partsPublished }
  const { failure } = stop
  const message = `${which} was not published. The posts before it are. ${failure.message}`
  return { ...stop, failure: { ...failure, message: message.slice(0, 500) }, partsPublished }
}
