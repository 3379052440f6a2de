import {
  type AgentRun,
  AppError,
  type AppendTranscript,
  agentRunErrors,
  type FinishAgentRun,
  invalidField,
  maxTranscriptSize,
  type OrgPrincipal,
} from '@atrium/contracts'
import { inTransaction, repairValue } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { type AgentRunRow, agentRunView, emitChanged, now, saveAgentRun, saveHead } from './agent-runs.db.ts'
import { hashOfLease } from './lease.ts'
import { leaseEnd, lockHeld } from './leases.db.ts'
import { announceTranscript } from './transcript-news.ts'
import type { TranscriptQuota } from './transcript-quota.ts'
import { insertTranscript } from './transcripts.db.ts'

/** A run under the lease that a request states. */
export interface HeldRun {
  id: string
  lease: string | undefined
}

/** Requires an API key: a session is a person and no agent. Throws `forbidden`. */
export function requireAgent({ via }: OrgPrincipal): void {
  if (via !== 'api_key') throw agentRunErrors.forbidden()
}

const withHeld = <R>(
  { db }: Pick<Deps, 'db'>,
  { principal }: Ctx,
  { id, lease }: HeldRun,
  work: (tx: Transaction, row: AgentRunRow) => Promise<R>,
): Promise<R> => {
  requireAgent(principal)
  if (lease === undefined || lease === '') throw invalidField('X-Lease', 'The lease of the claim is needed')
  return inTransaction(db, undefined, async (tx) =>
    work(tx, await lockHeld(tx, principal, id, hashOfLease(lease))),
  )
}

/** Renews the lease. Throws `not_found`, `forbidden`, `lease_lost`. */
export const heartbeat = (deps: Pick<Deps, 'db'>, ctx: Ctx, held: HeldRun) =>
  withHeld(deps, ctx, held, async (tx, before) => {
    const row = await saveAgentRun(tx, before, { lease_expires_at: leaseEnd })
    const { leaseExpiresAt, cancelRequested } = agentRunView(row)
    return { leaseExpiresAt: leaseExpiresAt ?? '', cancelRequested }
  })

/**
 * Adds the entries that are not there yet, and returns the place of the next one; the first entry starts the run. Throws
 * also `transcript_gap`, `transcript_full`, `transcript_quota`.
 */
export async function appendTranscript(
  deps: Pick<Deps, 'db' | 'bus'> & { quota: TranscriptQuota },
  ctx: Ctx,
  held: HeldRun,
  { from, entries }: AppendTranscript,
): Promise<{ next: number }> {
  const { quota } = deps
  const { next, added, refusal } = await withHeld<Appended>(deps, ctx, held, async (tx, before) => {
    if (from > before.transcript_next) throw agentRunErrors.transcript_gap()
    const fresh = entries.slice(before.transcript_next - from)
    if (fresh.length === 0) return { next: before.transcript_next, added: 0 }
    const body = JSON.stringify(repairValue(fresh))
    const bytes = Buffer.byteLength(body)
    const size = Number(before.transcript_size) + bytes
    if (size > maxTranscriptSize) throw agentRunErrors.transcript_full()
    const starts = before.status === 'claimed'
    const refusal = await refusalOf(quota.require(tx, ctx.principal, bytes))
    if (refusal !== undefined) {
      // The agent works, although nothing of it is kept.
      if (starts) await emitChanged(tx, await saveHead(tx, before, { status: 'running', started_at: now }))
      return { refusal, next: before.transcript_next, added: 0 }
    }
    await insertTranscript(tx, before, { entries: fresh.length, size: bytes, body })
    const row = await saveAgentRun(tx, before, {
      ...{ transcript_next: before.transcript_next + fresh.length, transcript_size: size },
      ...(starts ? { status: 'running', started_at: now } : {}),
    })
    if (starts) await emitChanged(tx, row)
    return { next: row.transcript_next, added: bytes }
  })
  if (refusal !== undefined) {
    announceTranscript(deps.bus, held.id)
    throw refusal
  }
  if (added > 0) {
    quota.add(ctx.principal, added)
    announceTranscript(deps.bus, held.id)
  }
  return { next }
}

interface Appended {
  next: number
  added: number
  refusal?: AppError
}

/** The refusal of a call that is taken or refused; any other failure is thrown. */
const refusalOf = (call: Promise<void>): Promise<AppError | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AppError) return error
      throw error
    },
  )

/** Ends the run and the lease. Throws `not_found`, `forbidden`, `lease_lost`. */
export async function finishAgentRun(
  deps: Pick<Deps, 'db' | 'bus'>,
  ctx: Ctx,
  held: HeldRun,
  { status, result = null, error = null }: FinishAgentRun,
): Promise<AgentRun> {
  const row = await withHeld(deps, ctx, held, async (tx, before) => {
    const ended = await saveAgentRun(tx, before, {
      ...{ status, result, error, finished_at: now, started_at: before.started_at ?? now },
      ...{ lease_hash: null, lease_expires_at: null },
    })
    await emitChanged(tx, ended)
    return ended
  })
  announceTranscript(deps.bus, held.id)
  return agentRunView(row)
}
