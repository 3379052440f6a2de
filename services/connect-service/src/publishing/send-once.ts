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

type Outcome = PublishOutcome | CommentOutcome

/** An attempt at sending `content`, which identifies it beside its card and channel. */
export const newAttempt = (
  deps: Deps,
  kind: NewAttempt['kind'],
  target: Pick<PublishCommentInput, 'attemptKey' | 'channelId' | 'orgId' | 'taskId'>,
  owner_id: string,
  content: readonly unknown[],
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
  message: 'It was sent and the network did not answer: look there before sending it again',
} as const

/** A success and the network's id of it. */
interface Sent {
  outcome: Outcome
  externalId: string
}

interface Sending {
  attempt: NewAttempt
  ready: Ready
  send(ready: Ready): Promise<Sent>
  /** Looks at the network for the effect of an unanswered call. */
  find?: (ready: Ready, since: Date) => Promise<Sent | undefined>
}

/** The outcome of an earlier call with this key, or with the same content under another key; its row while open. */
export async function earlierOutcome(
  deps: Deps,
  attempt: NewAttempt,
): Promise<{ outcome: Outcome } | { open: AttemptRow } | undefined> {
  const known = await findAttempt(deps.db, attempt)
  if (known !== undefined) {
    return known.outcome === null ? { open: known } : { outcome: known.outcome as Outcome }
  }
  const twin = await findDone(deps.db, attempt, { fingerprint: attempt.fingerprint })
  return twin === undefined ? undefined : { outcome: twin.outcome as Outcome }
}

/** Whether no live process can be making this attempt's call. */
export const isOrphan = (deps: Deps, open: AttemptRow): boolean =>
  deps.now().getTime() - open.started_at.getTime() > deps.orphanMs

/** Ends an attempt whose process died, by the posts at the network; it stays open while they cannot be read. */
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
 * Makes one call that must not happen twice. The attempt is recorded before it and its outcome after it, each in a
 * transaction of its own: a later call finds the outcome, or an attempt that is never repeated.
 */
export async function sendOnce(deps: Deps, sending: Sending): Promise<Outcome> {
  const { attempt } = sending
  let { ready } = sending
  const id = await inTransaction(deps.db, undefined, (tx) => beginAttempt(tx, attempt))
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
      // A refused token means a call without effect: it is repeated once with a fresh token.
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
      const later = await backedOff(deps, ready.channel, failure)
      return end('failed', { outcome: 'failed', failure: later }, null)
    }
    const found = await sending.find?.(ready, attempt.started_at).catch(() => undefined)
    return found === undefined
      ? end('unknown', unconfirmed, null)
      : end('done', found.outcome, found.externalId)
  }
}

/** A failure with a wait that covers the block of the account. */
async function backedOff(
  deps: Deps,
  channel: ChannelRow,
  failure: PublishFailure,
): Promise<PublishFailure> {
  if (failure.class !== 'retry') return failure
  const seconds = await secondsBlocked(deps, channel)
  return { ...failure, retryAfterSeconds: Math.max(failure.retryAfterSeconds ?? 0, seconds) }
}

/** Records the consequences of a refusal for the channel: an ended token or a used-up rate. */
export async function recordChannelError(
  deps: Deps,
  channel: ChannelRow,
  error: NetworkError,
): Promise<void> {
  deps.logger.warn(
    { channelId: channel.id, network: channel.network, code: error.code, class: error.class },
    'A network refused a call',
  )
  if (error.tokenInvalid) await invalidateChannel(deps, channel, error.message)
  if (error.usedUp === undefined) return
  const note = noteUsage(deps.db, channel.network, deps.now)
  await note(error.usedUp === 'app' ? appAccount : channel.account_id, {
    percent: 100,
    // By default as long as the post itself waits.
    regainMinutes: (error.retryAfter ?? unsaidWait) / 60,
  })
}
