import { createHash } from 'node:crypto'
import type {
  CommentOutcome,
  PublishCommentInput,
  PublishFailure,
  PublishOutcome,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { ChannelRow } from '../channels/channel.ts'
import { invalidateChannel } from '../channels/invalidate-channel.ts'
import { updateChannel } from '../channels/stored-channels.ts'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import { noteUsage, secondsBlocked } from '../rates/account-rates.ts'
import { appAccount } from '../rates/usage.ts'
import {
  type AttemptRow,
  beginAttempt,
  endAttempt,
  findAttempt,
  findDone,
  type NewAttempt,
} from './attempts.db.ts'
import { failureOfError, unsaidWait } from './failure.ts'
import { type Ready, renew } from './prepare.ts'

export type Outcome = PublishOutcome | CommentOutcome

/**
 * Builds an attempt to send `content`. The content, the card and the channel identify the attempt.
 */
export const newAttempt = (
  deps: Deps,
  {
    kind,
    target,
    owner_id,
    content,
  }: {
    kind: NewAttempt['kind']
    target: Pick<PublishCommentInput, 'attemptKey' | 'channelId' | 'orgId' | 'taskId'>
    owner_id: string
    content: readonly unknown[]
  },
): NewAttempt => ({
  kind,
  owner_id,
  attempt_key: target.attemptKey,
  channel_id: target.channelId,
  org_id: target.orgId,
  task_id: target.taskId,
  started_at: deps.now(),
  fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
})

export const unconfirmed = {
  outcome: 'unconfirmed',
  message:
    'The post was sent, but the network did not respond. Check the network before you send it again.',
} as const

export interface Sent {
  outcome: Outcome
  externalId: string
}

interface Sending {
  attempt: NewAttempt
  ready: Ready
  send(ready: Ready): Promise<Sent>
  /** Looks at the network for the effect of a call without a response. */
  find?: (ready: Ready, since: Date) => Promise<Sent | undefined>
}

/**
 * Returns the outcome of an earlier call with this key, or with the same content under another key.
 * Returns the row if that call is still open.
 */
export async function earlierOutcome(
  deps: Deps,
  attempt: NewAttempt,
): Promise<{ outcome: Outcome } | { open: AttemptRow } | undefined> {
  const earlierAttempt = await findAttempt(deps.db, attempt)
  if (earlierAttempt !== undefined) {
    return earlierAttempt.outcome === null
      ? { open: earlierAttempt }
      : { outcome: earlierAttempt.outcome as Outcome }
  }
  const twin = await findDone(deps.db, attempt, { fingerprint: attempt.fingerprint })
  return twin === undefined ? undefined : { outcome: twin.outcome as Outcome }
}

/** True if no live process can still be making this attempt's call. */
export const isOrphan = (deps: Deps, open: AttemptRow): boolean =>
  deps.now().getTime() - open.started_at.getTime() > deps.orphanMs

/**
 * Settles an attempt whose process died by looking at the posts at the network. If the posts cannot
 * be read, the attempt stays open.
 */
export async function endOrphan(
  deps: Deps,
  open: AttemptRow,
  find: (since: Date) => Promise<Sent | undefined>,
): Promise<Outcome> {
  const found = await find(open.started_at).catch(() => 'unread' as const)
  if (found === 'unread') return unconfirmed
  const state = found === undefined ? 'unknown' : 'done'
  const { outcome, externalId: external_id } = found ?? { outcome: unconfirmed, externalId: null }
  const end = { state, outcome, external_id, finished_at: deps.now() } as const
  await inTransaction(deps.db, undefined, (tx) => endAttempt(tx, open.id, end))
  return outcome
}

/**
 * Makes a call at most once. The attempt is recorded before the call and the outcome after it, each
 * in its own transaction. A later call therefore finds the outcome, or an attempt that is never
 * repeated.
 */
export async function sendOnce(deps: Deps, sending: Sending): Promise<Outcome> {
  const { attempt } = sending
  let { ready } = sending
  const id = await inTransaction(deps.db, undefined, (tx) => beginAttempt(deps, tx, attempt))
  if (id === undefined) return unconfirmed
  const end = async (
    state: 'done' | 'failed' | 'unknown',
    outcome: Outcome,
    external_id: string | null,
  ) => {
    await inTransaction(deps.db, undefined, async (tx) => {
      await endAttempt(tx, id, { state, outcome, external_id, finished_at: deps.now() })
      if (state !== 'done') return
      await updateChannel(tx, ready.channel.id, { last_used_at: deps.now() })
    })
    return outcome
  }
  try {
    const { outcome, externalId } = await sending.send(ready).catch(async (error: unknown) => {
      // A call with a refused token had no effect, so repeat it once with a fresh token.
      const renewed =
        error instanceof NetworkError && error.tokenInvalid ? await renew(deps, ready) : undefined
      if (renewed === undefined) throw error
      ready = renewed
      return sending.send(ready)
    })
    return await end('done', outcome, externalId)
  } catch (error) {
    const failure = failureOfError(deps.config.DASHBOARD_URL, error)
    if (failure !== undefined) {
      if (error instanceof NetworkError) await recordChannelError(deps, ready.channel, error)
      const backedOffFailure = await backedOff(deps, ready.channel, failure)
      return end('failed', { outcome: 'failed', failure: backedOffFailure }, null)
    }
    const found = await sending.find?.(ready, attempt.started_at).catch(() => undefined)
    return found === undefined
      ? end('unknown', unconfirmed, null)
      : end('done', found.outcome, found.externalId)
  }
}

/** Builds a failure. Its wait lasts at least until the account is unblocked. */
async function backedOff(
  deps: Deps,
  channel: ChannelRow,
  failure: PublishFailure,
): Promise<PublishFailure> {
  if (failure.class !== 'retry') return failure
  const seconds = await secondsBlocked(deps, channel)
  return { ...failure, retryAfterSeconds: Math.max(failure.retryAfterSeconds ?? 0, seconds) }
}

/** Records what a refusal means for the channel: an invalid token or a used-up rate limit. */
export async function recordChannelError(
  deps: Deps,
  channel: ChannelRow,
  error: NetworkError,
  { mayBlock = true }: { mayBlock?: boolean | undefined } = {},
): Promise<void> {
  deps.logger.warn(
    { channelId: channel.id, network: channel.network, code: error.code, class: error.class },
    'A network refused a call',
  )
  if (error.tokenInvalid) await invalidateChannel(deps, channel, error.message)
  if (error.usedUp === undefined || !mayBlock) return
  const note = noteUsage(deps.db, channel.network, deps.now)
  await note(error.usedUp === 'app' ? appAccount : channel.account_id, {
    percent: 100,
    // By default, block the account as long as the post itself waits.
    regainMinutes: (error.retryAfter ?? unsaidWait) / 60,
  })
}
