import {
  type PostSighting,
  type PublishedParts,
  type PublishOutcome,
  type PublishPostInput,
  platformRules,
  publishedParts,
} from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import type { OutgoingPost, Published } from '../providers/provider.ts'
import { type NewAttempt, takenPosts } from './attempts.db.ts'
import { failureOfError, toFailure } from './failure.ts'
import { lookForAttempt } from './look-for-attempt.ts'
import { postProgress } from './post-progress.ts'
import { prepare, type Ready } from './prepare.ts'
import { lookForThread, publishThread } from './publish-thread.ts'
import { earlierOutcome, endOrphan, isOrphan, newAttempt, sendOnce } from './send-once.ts'

const toAttempt = (deps: Deps, input: PublishPostInput): NewAttempt => {
  const { body, link, linkHandling, media } = input
  // A thread can wait for hours between two claims. Its network gets neither the card's title nor its
  // fields, so a changed title must not publish the first post again.
  const isThreaded = platformRules[input.platform].thread !== undefined
  const { title, fields } = isThreaded ? { title: '', fields: {} } : input
  return newAttempt(deps, {
    kind: 'post',
    target: input,
    owner_id: input.actorId,
    content: [title, body, link, linkHandling, media, fields],
  })
}

/** Leaves time within the caller's minute for the call that has begun. */
const threadMs = 35_000

/**
 * Sends a claimed post once, and then the posts that follow it as a thread. If the network or the
 * post fails, the result is an outcome, not an exception.
 */
export async function publishPost(deps: Deps, input: PublishPostInput): Promise<PublishOutcome> {
  const deadline = performance.now() + threadMs
  const first = await publishFirst(deps, input)
  if (first.outcome !== 'posted') return first
  // An earlier claim may have sent the first post, and its comment may have changed since.
  const { comment } = publishedParts(input)
  return publishThread(deps, input, { first: { ...first, comment }, deadline })
}

async function publishFirst(deps: Deps, input: PublishPostInput): Promise<PublishOutcome> {
  const attempt = toAttempt(deps, input)
  const earlier = await earlierOutcome(deps, attempt)
  const open = earlier !== undefined && 'open' in earlier ? earlier.open : undefined
  const unended = {
    outcome: 'unconfirmed',
    message: 'The same post is already being published',
  } as const
  if (open !== undefined && !isOrphan(deps, open)) return unended
  if (earlier !== undefined && 'outcome' in earlier) return earlier.outcome as PublishOutcome
  const ready = await prepare(deps, input, input.actorId)
  // A started attempt may have been sent, so its outcome is not a failure.
  if ('failure' in ready)
    return open === undefined ? { outcome: 'failed', failure: ready.failure } : unended
  const refuse = (message: string): PublishOutcome => ({
    outcome: 'failed',
    failure: toFailure(deps.config.DASHBOARD_URL, 'fix_content', message),
  })
  if (ready.channel.network !== input.platform) {
    return refuse(
      `The account is on ${ready.channel.network}, but the post is for ${input.platform}`,
    )
  }
  const { publish } = ready.provider
  if (publish === undefined) return refuse(`Atrium cannot publish to ${input.platform}`)
  const parts = publishedParts(input)
  let post: OutgoingPost
  try {
    post = await outgoing(deps, input, parts, attempt)
  } catch (error) {
    const failure = failureOfError(deps.config.DASHBOARD_URL, error)
    if (failure === undefined) throw error
    return open === undefined ? { outcome: 'failed', failure } : unended
  }
  const find = async (now: Ready, since: Date) => {
    const found = await findUnclaimed(deps, now, post, since)
    return found && postedAs(found, parts)
  }
  if (open !== undefined)
    return (await endOrphan(deps, open, (since) => find(ready, since))) as PublishOutcome
  const send = async ({ connection }: Ready) => postedAs(await publish(connection, post), parts)
  return (await sendOnce(deps, { attempt, ready, send, find })) as PublishOutcome
}

const postedAs = (published: Published, { comment }: PublishedParts) => ({
  externalId: published.externalId,
  outcome: { outcome: 'posted', ...published, comment } as const,
})

/**
 * Returns the outcome of a post without a report. Uses the recorded outcome, or else looks at the
 * network and records what it finds. Sends nothing.
 */
export async function lookForPost(deps: Deps, input: PublishPostInput): Promise<PostSighting> {
  const attempt = toAttempt(deps, input)
  const parts = publishedParts(input)
  const first = await lookForAttempt<PublishOutcome>(deps, input, attempt, (ready) =>
    ready.provider.findPost === undefined
      ? undefined
      : async (since) => {
          const post = await outgoing(deps, input, parts, attempt)
          const found = await findUnclaimed(deps, ready, post, since)
          return found && postedAs(found, parts)
        },
  )
  return first.outcome === 'posted' ? lookForThread(deps, input, first) : first
}

async function outgoing(
  deps: Deps,
  input: PublishPostInput,
  parts: PublishedParts,
  attempt: NewAttempt,
): Promise<OutgoingPost> {
  const title = platformRules[input.platform].title === null ? '' : input.title
  if (
    (title + parts.text).trim() === '' &&
    parts.previewLink === null &&
    input.media.length === 0
  ) {
    throw new NetworkError('fix_content', 'The post is empty')
  }
  const media = []
  const { pictures } = platformRules[input.platform].media
  for (const [index, url] of input.media.entries()) {
    const file = await deps.fetchMedia(url, pictures)
    media.push({ ...file, altText: input.altTexts[index] ?? '' })
  }
  const { text, previewLink } = parts
  const progress = postProgress(deps, attempt)
  return { title: input.title, text, previewLink, media, fields: input.fields, progress }
}

/**
 * Returns the post of a call without a response: the only matching post at the network without
 * another attempt.
 */
async function findUnclaimed(
  deps: Deps,
  { channel, provider, connection }: Ready,
  post: OutgoingPost,
  since: Date,
): Promise<Published | undefined> {
  const found = (await provider.findPost?.(connection, post, since)) ?? []
  const ids = found.map(({ externalId }) => externalId)
  const taken = await takenPosts(deps.db, channel.id, ids)
  const free = found.filter(({ externalId }) => !taken.has(externalId))
  return free.length === 1 ? free[0] : undefined
}
