import {
  AppError,
  type Card,
  type ClaimPost,
  type PostOutcome,
  type PublishOutcome,
  type WorkflowFix,
} from '@atrium/contracts'
import type { z } from 'zod'
import type { PublishingPort } from './ports.ts'
import { retryKeyedCall } from './retry-keyed-call.ts'

export type Claim = NonNullable<z.output<typeof ClaimPost.output>['claim']>

export type CardResult =
  | {
      kind: 'posted'
      taskId: string
      externalId: string
      externalUrl: string | null
      comment: string | null
      attemptKey: string
    }
  /** Returned to the board; `until` when the network named a time. */
  | { kind: 'released'; taskId: string; until: string | null }
  | { kind: 'problem'; taskId: string; message: string; fix: WorkflowFix; away: boolean }

// Connect is called four times at most; with less time left a claim could expire while its post is being sent.
const neededMs = ({ answerMs }: PublishingPort) => 4 * answerMs + 30_000
const settleTries = 5

export const openCard = (taskId: string): WorkflowFix => ({
  label: 'Open the card',
  href: `/tasks/${taskId}`,
})
export const reconnect: WorkflowFix = { label: 'Reconnect the account', href: '/channels' }

/** Sends one claimed post and settles its claim; after `closed` it only returns the claim. Never throws. */
export async function publishCard(
  port: PublishingPort,
  { card, token, deadline, actorId }: Claim,
  options: { signal: AbortSignal; closed(): boolean; runId: string },
): Promise<CardResult> {
  const { orgId, id: taskId } = card
  const { runId } = options
  const problem = (message: string, fix = openCard(taskId), away = false): CardResult => ({
    kind: 'problem',
    taskId,
    message,
    fix,
    away,
  })
  const release = async (until: string | null): Promise<CardResult> => {
    const dueDate = until === null ? {} : { dueDate: until }
    const call = () => port.releasePost({ orgId, taskId, token, runId, ...dueDate })
    // `claim_lost` after a lost answer means that the board has the claim back.
    const lost = await atBoard(port, options.signal, call, 'claim_lost')
    return lost === undefined ? { kind: 'released', taskId, until } : problem(lost)
  }
  const settle = (result: PostOutcome) =>
    atBoard(port, options.signal, () => port.settlePost({ orgId, taskId, token, result, runId }))

  if (options.closed() || Date.parse(deadline) - Date.now() < neededMs(port)) return release(null)
  const outcome = await send(port, card, { actorId, attemptKey: token }, options.signal)
  if (outcome === undefined) {
    return problem(
      'The connect service does not answer: whether the post was sent is not known. It becomes unconfirmed at ' +
        `${deadline}; look at the network before publishing it again`,
      openCard(taskId),
      true,
    )
  }
  if (outcome.outcome === 'posted') {
    const { externalId, externalUrl, comment } = outcome
    const lost = await settle({ outcome: 'posted', externalId, externalUrl })
    if (lost !== undefined) return problem(`Posted as ${externalId}, but the card does not say so: ${lost}`)
    return { kind: 'posted', taskId, externalId, externalUrl, comment, attemptKey: token }
  }
  if (outcome.outcome === 'unconfirmed') {
    return problem((await settle(outcome)) ?? outcome.message)
  }
  const { failure } = outcome
  if (failure.class === 'retry') {
    return release(new Date(Date.now() + (failure.retryAfterSeconds ?? 60) * 1_000).toISOString())
  }
  const { message, fix } = failure
  const lost = await settle({ outcome: 'failed', failure: { class: failure.class, message, fix } })
  return problem(lost ?? message, failure.class === 'reconnect' ? reconnect : openCard(taskId))
}

async function send(
  port: PublishingPort,
  { post, ...card }: Card,
  { actorId, attemptKey }: { actorId: string; attemptKey: string },
  signal: AbortSignal,
): Promise<PublishOutcome | undefined> {
  const broken = (message: string): PublishOutcome => ({
    outcome: 'failed',
    failure: { class: 'fix_content', message, fix: 'Change the post and approve it again' },
  })
  if (post === undefined || post.channelId === null) return broken('The post has no connected account')
  const { platform, channelId, link, linkHandling, media, firstComment } = post
  const { orgId, id: taskId, title, body, fields } = card
  const input = { orgId, actorId, channelId, taskId, attemptKey, platform, title, body, fields }
  const call = () => port.publish({ ...input, link, linkHandling, media, firstComment })
  try {
    return await retryKeyedCall(call, { pause: port.pause, answerMs: port.answerMs, signal })
  } catch (error) {
    return broken(error instanceof Error ? error.message : String(error))
  }
}

/** Makes an idempotent call of the board; a repeat may be refused with `done`. Returns the reason of a failure. */
async function atBoard(
  port: PublishingPort,
  signal: AbortSignal,
  call: () => Promise<unknown>,
  done?: string,
): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      await call()
      return undefined
    } catch (error) {
      const refused = error instanceof AppError && error.kind !== 'unavailable'
      if (refused && tries > 1 && error.code === done) return undefined
      if (refused || tries === settleTries) return error instanceof Error ? error.message : String(error)
      await port.pause(2_000, signal)
    }
  }
}
