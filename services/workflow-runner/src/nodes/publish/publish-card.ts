import {
  AppError,
  type Card,
  type ClaimPost,
  mailRefusals,
  type PostOutcome,
  type PublishOutcome,
  SocialPlatform,
  type WorkflowFix,
} from '@atrium/contracts'
import type { z } from 'zod'
import type { PublishingPort } from '../ports.ts'
import { retryKeyedCall } from './retry-keyed-call.ts'

export type Claim = NonNullable<z.output<typeof ClaimPost.output>['claim']>

export type CardResult =
  | {
      kind: 'posted'
      taskId: string
      externalId: string | null
      externalUrl: string | null
      comment: string | null
      attemptKey: string
    }
  /** Returned to the board. `until` is set if the post has to wait until then. */
  | { kind: 'released'; taskId: string; until: string | null }
  | { kind: 'problem'; taskId: string; message: string; fix: WorkflowFix; away: boolean }

// Connect is called at most four times. With less time left, the claim could expire while the post
// is being sent.
const neededMs = ({ answerMs }: PublishingPort) => 4 * answerMs + 30_000
const settleTries = 5
const mailTries = 3

export const openCard = (taskId: string): WorkflowFix => ({
  label: 'Open the card',
  href: `/tasks/${taskId}`,
})
export const confirmAddress: WorkflowFix = {
  label: 'Confirm your address',
  href: '/settings/profile',
}
export const reconnect: WorkflowFix = { label: 'Reconnect the account', href: '/channels' }

/**
 * Sends one claimed post and settles its claim. After `closed` returns true, only returns the
 * claim. Never throws.
 */
export async function publishCard(
  port: PublishingPort,
  { card, token, deadline, actorId, altTexts }: Claim,
  options: { signal: AbortSignal; closed(): boolean; runId: string; now(): number },
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
  const release = async (until: string | null, partsPublished?: number): Promise<CardResult> => {
    const dueDate = until === null ? {} : { dueDate: until }
    const call = () => port.releasePost({ orgId, taskId, token, runId, partsPublished, ...dueDate })
    // If an earlier response was lost, `claim_lost` means that the board already has the claim
    // back.
    const lost = await atBoard(port, options.signal, call, 'claim_lost')
    return lost === undefined ? { kind: 'released', taskId, until } : problem(lost)
  }
  const settle = (result: PostOutcome) =>
    atBoard(port, options.signal, () => port.settlePost({ orgId, taskId, token, result, runId }))

  if (options.closed() || Date.parse(deadline) - options.now() < neededMs(port))
    return release(null)
  if (card.post?.platform === 'email') {
    const mailed = await mail(port, { orgId, taskId, token, runId }, options.signal)
    // The board queues all mails and ends the claim in one step. If the claim still exists, no mail
    // was sent.
    if (mailed === undefined) return release(new Date(options.now() + 60_000).toISOString())
    if ('lost' in mailed) return problem(mailed.lost)
    if (mailed.outcome === 'posted')
      return {
        kind: 'posted',
        taskId,
        externalId: null,
        externalUrl: null,
        comment: null,
        attemptKey: token,
      }
    const { class: kind, message } = mailed.failure
    const isMailRefusal = mailRefusals.some((code) => code === kind)
    return problem(
      isMailRefusal ? `${kind}: ${message}` : message,
      kind === 'sender_not_verified' ? confirmAddress : openCard(taskId),
    )
  }
  const outcome = await send(port, card, { actorId, attemptKey: token, altTexts }, options.signal)
  if (outcome === undefined) {
    return problem(
      'We do not know whether the post was sent, because no response arrived. Check the network before you ' +
        'publish the post again',
      openCard(taskId),
      true,
    )
  }
  if (outcome.outcome === 'posted') {
    const { externalId, externalUrl, comment } = outcome
    const lost = await settle({ outcome: 'posted', externalId, externalUrl })
    if (lost !== undefined)
      return problem(`Posted as ${externalId}, but the card does not say so: ${lost}`)
    return { kind: 'posted', taskId, externalId, externalUrl, comment, attemptKey: token }
  }
  if (outcome.outcome === 'unconfirmed') {
    return problem((await settle(outcome)) ?? outcome.message)
  }
  const { failure, partsPublished } = outcome
  if (failure.class === 'retry') {
    return release(
      new Date(options.now() + (failure.retryAfterSeconds ?? 60) * 1_000).toISOString(),
      partsPublished,
    )
  }
  const { message, fix } = failure
  const lost = await settle({
    outcome: 'failed',
    failure: { class: failure.class, message, fix },
    partsPublished,
  })
  return problem(lost ?? message, failure.class === 'reconnect' ? reconnect : openCard(taskId))
}

/** Asks the board to send the claim's mails. Returns undefined if the board does not respond. */
async function mail(
  port: PublishingPort,
  claim: Parameters<PublishingPort['mail']>[0],
  signal: AbortSignal,
): Promise<Awaited<ReturnType<PublishingPort['mail']>> | { lost: string } | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await port.mail(claim)
    } catch (error) {
      if (error instanceof AppError && error.kind !== 'unavailable') return { lost: error.message }
      if (tries === mailTries) return undefined
      await port.pause(2_000, signal)
    }
  }
}

async function send(
  port: PublishingPort,
  { post, ...card }: Card,
  { actorId, attemptKey, altTexts }: { actorId: string; attemptKey: string; altTexts: string[] },
  signal: AbortSignal,
): Promise<PublishOutcome | undefined> {
  const broken = (message: string): PublishOutcome => ({
    outcome: 'failed',
    failure: { class: 'fix_content', message, fix: 'Change the post and approve it again' },
  })
  const { data: platform } = SocialPlatform.safeParse(post?.platform)
  if (post === undefined || platform === undefined || post.channelId === null)
    return broken('The post has no connected account. Choose one.')
  const { channelId, link, linkHandling, media, firstComment, thread } = post
  const { orgId, id: taskId, title, body, fields } = card
  const input = { orgId, actorId, channelId, taskId, attemptKey, platform, title, body, fields }
  const content = { link, linkHandling, media, altTexts, firstComment, thread }
  const call = () => port.publish({ ...input, ...content })
  try {
    return await retryKeyedCall(call, { pause: port.pause, answerMs: port.answerMs, signal })
  } catch (error) {
    return broken(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Retries an idempotent board call. Returns the failure reason, or undefined on success. On a
 * retry, the error code `done` counts as success.
 */
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
      if (refused || tries === settleTries)
        return error instanceof Error ? error.message : String(error)
      await port.pause(2_000, signal)
    }
  }
}
