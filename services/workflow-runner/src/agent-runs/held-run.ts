import {
  type AgentRun,
  type AppendTranscript,
  agentRunErrors,
  type FinishAgentRun,
  invalidField,
  maxTranscriptSize,
  type OrgPrincipal,
  type TranscriptLimit,
} from '@atrium/contracts'
import { inTransaction, repairValue } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import {
  type AgentRunRow,
  agentRunView,
  emitChanged,
  now,
  saveAgentRun,
  saveHead,
} from './agent-runs.db.ts'
import { hashOfLease } from './lease.ts'
import { leaseEnd, lockHeld } from './leases.db.ts'
import { announceTranscript } from './transcript-news.ts'
import type { Refusal, TranscriptQuota } from './transcript-quota.ts'
import { insertTranscript } from './transcripts.db.ts'

export interface HeldRun {
  id: string
  lease: string | undefined
}

/**
 * Throws `forbidden` if the caller has no API key, because a session belongs to a user and not to
 * an agent.
 */
export function requireAgent({ via }: OrgPrincipal): void {
  if (via !== 'api_key') throw agentRunErrors.forbidden()
}

const withHeld = <R>(
  { db }: Pick<Deps, 'db'>,
  { principal }: Ctx,
  {
    held: { id, lease },
    work,
  }: { held: HeldRun; work: (tx: Transaction, row: AgentRunRow) => Promise<R> },
): Promise<R> => {
  requireAgent(principal)
  if (lease === undefined || lease === '')
    throw invalidField('X-Lease', 'Send the lease that you got with the run')
  return inTransaction(db, undefined, async (tx) =>
    work(tx, await lockHeld(tx, principal, id, hashOfLease(lease))),
  )
}

/** Renews the lease. Throws `not_found`, `forbidden`, `lease_lost`. */
export const heartbeat = (deps: Pick<Deps, 'db'>, ctx: Ctx, held: HeldRun) =>
  withHeld(deps, ctx, {
    held,
    work: async (tx, before) => {
      const row = await saveAgentRun(tx, before, { lease_expires_at: leaseEnd })
      const { leaseExpiresAt, cancelRequested } = agentRunView(row)
      return { leaseExpiresAt: leaseExpiresAt ?? '', cancelRequested }
    },
  })

/**
 * Adds the entries unless they are stored already. The first call starts the run, even if its
 * entries are refused. Throws `not_found`, `forbidden`, `lease_lost`, `transcript_gap`,
 * `transcript_full`, `transcript_quota`.
 */
export async function appendTranscript(
  deps: Pick<Deps, 'db' | 'bus'> & {
    quota: TranscriptQuota
    cut(run: AgentRunRow, by: TranscriptLimit): void
  },
  ctx: Ctx,
  { held, input: { from, entries } }: { held: HeldRun; input: AppendTranscript },
): Promise<{ next: number }> {
  const { orgId, userId } = ctx.principal
  const room = await deps.quota.of(orgId)
  const { next, added, refused } = await withHeld<Appended>(deps, ctx, {
    held,
    work: async (tx, before) => {
      if (from > before.transcript_next) throw agentRunErrors.transcript_gap()
      const fresh = entries.slice(before.transcript_next - from)
      if (fresh.length === 0) return { next: before.transcript_next, added: 0 }
      const body = JSON.stringify(repairValue(fresh))
      const bytes = Buffer.byteLength(body)
      const size = Number(before.transcript_size) + bytes
      const starts = before.status === 'claimed'
      const refusal = size > maxTranscriptSize ? fullTranscript() : room.refusal(userId, bytes)
      if (refusal !== undefined) {
        await noteRefusal(tx, before, refusal.limit, starts)
        return { next: before.transcript_next, added: 0, refused: { ...refusal, run: before } }
      }
      await insertTranscript(tx, before, { entries: fresh.length, size: bytes, body })
      const row = await saveAgentRun(tx, before, {
        transcript_next: before.transcript_next + fresh.length,
        transcript_size: size,
        ...(starts ? begin : {}),
      })
      if (starts) await emitChanged(tx, row)
      return { next: row.transcript_next, added: bytes }
    },
  })
  if (added > 0) room.add(userId, added)
  if (added > 0 || refused !== undefined) announceTranscript(deps.bus, held.id)
  if (refused === undefined) return { next }
  deps.cut(refused.run, refused.limit)
  throw refused.error
}

interface Appended {
  next: number
  added: number
  refused?: Refusal & { run: AgentRunRow }
}

const begin = { status: 'running', started_at: now } as const

const fullTranscript = (): Refusal => ({
  limit: 'attempt',
  error: agentRunErrors.transcript_full(),
})

/**
 * Records which limit cut the transcript. If the run has not started yet, starts it although no
 * entry is stored.
 */
async function noteRefusal(
  tx: Transaction,
  before: AgentRunRow,
  limit: TranscriptLimit,
  starts: boolean,
) {
  if (!starts && before.transcript_cut !== null) return
  const row = await saveHead(tx, before, {
    transcript_cut: before.transcript_cut ?? limit,
    ...(starts ? begin : {}),
  })
  if (starts) await emitChanged(tx, row)
}

/** Ends the run and the lease. Throws `not_found`, `forbidden`, `lease_lost`. */
export async function finishAgentRun(
  deps: Pick<Deps, 'db' | 'bus'>,
  ctx: Ctx,
  {
    held,
    input: { status, result = null, error = null },
  }: { held: HeldRun; input: FinishAgentRun },
): Promise<AgentRun> {
  const row = await withHeld(deps, ctx, {
    held,
    work: async (tx, before) => {
      const ended = await saveAgentRun(tx, before, {
        status,
        result,
        error,
        finished_at: now,
        started_at: before.started_at ?? now,
        lease_hash: null,
        lease_expires_at: null,
      })
      await emitChanged(tx, ended)
      return ended
    },
  })
  announceTranscript(deps.bus, held.id)
  return agentRunView(row)
}
