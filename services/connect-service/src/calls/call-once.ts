import { createHash } from 'node:crypto'
import { commonErrors, type PaidCallName } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import {
  type CallId,
  type CallRow,
  dropCall,
  endCall,
  findUncharged,
  hasLiveCall,
  insertCall,
  lockCall,
  markCharged,
  renewCall,
  retakeCall,
} from './calls.db.ts'
import { type Attempt, settleCredits } from './charge.ts'

interface Call extends PaidCallName {
  /** Identifies the input. A call with the same key and other content is refused. */
  content: readonly unknown[]
  /** The time limit of the call in milliseconds. The credit reservation expires with it. */
  longestMs: number
  /** Milliseconds after which a process counts as dead if it has not renewed its lease. */
  leaseMs?: number
}

const usualLeaseMs = 12_000

/**
 * If `keep` is true, later calls with this key get the stored outcome. The charge is settled after
 * the outcome is recorded.
 */
export interface CallEnd<O> {
  outcome: O
  keep: boolean
  charge?: { reservationId: string; credits: number } | undefined
}

/**
 * Makes a paid call once per key. Records the outcome first and charges it afterwards. Charging
 * twice is safe because the ledger takes each reservation once. Returns `running()` while another
 * process makes the call. Throws `idempotency_key_reused`.
 */
export async function callOnce<O>(
  deps: Deps,
  { content, longestMs, leaseMs = usualLeaseMs, ...name }: Call,
  running: () => O,
  make: (attempt: Attempt) => Promise<CallEnd<O>>,
): Promise<O> {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  const now = deps.now()
  const lease = { started_at: now, lease_until: new Date(now.getTime() + leaseMs) }
  const id = callId(name)
  const begun = await insertCall(deps.db, { ...id, digest, ...lease })
  const claimed =
    begun !== undefined
      ? { ownCall: begun }
      : await inTransaction(deps.db, undefined, async (tx) => {
          const lockedCall = await lockCall(tx, id)
          // The other call failed between the two statements, so the next call with this key starts
          // fresh.
          if (lockedCall === undefined) return undefined
          if (lockedCall.digest !== digest) throw commonErrors.idempotency_key_reused()
          if (lockedCall.state !== 'running') return { earlierCall: lockedCall }
          return lockedCall.lease_until > now
            ? undefined
            : { ownCall: await retakeCall(tx, lockedCall, lease) }
        })
  if (claimed === undefined) return running()
  if ('earlierCall' in claimed) {
    await charge(deps, claimed.earlierCall)
    return claimed.earlierCall.outcome as O
  }
  const { ownCall } = claimed
  const renewing = keepRenewing(deps, ownCall, leaseMs)
  try {
    const expiresAt = new Date(now.getTime() + longestMs)
    const end = await make({ id: `${ownCall.call_key}:${ownCall.attempt}`, expiresAt })
    const { reservationId = null, credits = null } = end.charge ?? {}
    if (!end.keep) {
      await inTransaction(deps.db, undefined, (tx) => dropCall(tx, ownCall))
      return end.outcome
    }
    const ending = { outcome: end.outcome, reservation_id: reservationId, credits }
    const ended = await endCall(deps.db, ownCall, ending)
    // If a later attempt took over, that attempt is charged and this reservation expires.
    if (ended !== undefined) await charge(deps, ended)
    return end.outcome
  } catch (error) {
    await inTransaction(deps.db, undefined, (tx) => dropCall(tx, ownCall))
    throw error
  } finally {
    clearInterval(renewing)
  }
}

export const callId = ({ orgId, kind, idempotencyKey }: PaidCallName): CallId => ({
  org_id: orgId,
  call_key: `${kind}:${idempotencyKey}`,
})

export const isUnderWay = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  name: PaidCallName,
): Promise<boolean> => hasLiveCall(db, callId(name), now())

const keepRenewing = (
  { db, now, logger }: Deps,
  ownCall: CallRow,
  leaseMs: number,
): NodeJS.Timeout =>
  setInterval(() => {
    void renewCall(db, ownCall, new Date(now().getTime() + leaseMs)).catch((error: unknown) =>
      logger.warn({ err: error }, 'The lease of a call is not renewed'),
    )
  }, leaseMs / 3).unref()

async function charge(deps: Deps, row: CallRow): Promise<void> {
  const { org_id: orgId, reservation_id: reservationId, credits, state } = row
  if (state !== 'answered' || reservationId === null || credits === null) return
  if (!(await settleCredits(deps, { orgId, reservationId, credits }))) return
  await markCharged(deps.db, row)
}

const batch = 100

/** Charges recorded calls if their process died or the ledger was unavailable. */
export async function chargeAnswered(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const row of await findUncharged(deps.db, deps.now(), batch)) {
    if (signal.aborted) return
    await charge(deps, row)
  }
}
