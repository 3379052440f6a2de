import {
  type Agent,
  agentCancelSeconds,
  agentLeaseSeconds,
  agentLostSeconds,
  agentRunErrors,
} from '@atrium/contracts'
import { json } from '@atrium/database'
import { sql } from 'kysely'
import { inBatches } from '../batches.ts'
import type { Db, Transaction } from '../database.ts'
import {
  type AgentRunHead,
  type AgentRunRow,
  type Owner,
  saveHead,
  selectHead,
} from './agent-runs.db.ts'

/** Uses the database clock, because the clocks of replicas differ. */
export const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${agentLeaseSeconds})`

const lostBefore = sql<Date>`clock_timestamp() - make_interval(secs => ${agentLostSeconds})`

/** Returns the user's first queued runs with one of the kinds and workspaces. */
export const queuedFor = (
  db: Db,
  { orgId, userId }: Owner,
  { kinds, workspaces }: { kinds: readonly string[]; workspaces: readonly string[] },
  limit: number,
): Promise<Pick<AgentRunRow, 'id' | 'kind' | 'workspace'>[]> =>
  db
    .selectFrom('agent_runs')
    .select(['id', 'kind', 'workspace'])
    .where((eb) => eb.and({ org_id: orgId, owner_id: userId, status: 'queued' }))
    .where(sql<boolean>`kind = any(${kinds}::text[])`)
    .where(sql<boolean>`(workspace is null or workspace = any(${workspaces}::text[]))`)
    .orderBy('queued_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export async function ownersWithRuns(db: Db, owners: readonly Owner[]): Promise<Owner[]> {
  const [orgs, users] = [owners.map(({ orgId }) => orgId), owners.map(({ userId }) => userId)]
  const { rows } = await sql<Owner>`
    select o.org_id as "orgId", o.owner_id as "userId"
    from unnest(${orgs}::text[], ${users}::text[]) as o (org_id, owner_id)
    where exists (select from agent_runs r
      where r.org_id = o.org_id and r.owner_id = o.owner_id and r.status = 'queued')`.execute(db)
  return rows
}

/**
 * Claims a queued run of this owner. Returns undefined if it is no longer queued, for example
 * because another agent claimed it first.
 */
export const claimQueued = (
  tx: Transaction,
  { orgId, userId }: Owner,
  id: string,
  { agent, leaseHash }: { agent: Agent; leaseHash: string },
): Promise<AgentRunRow | undefined> =>
  tx
    .updateTable('agent_runs')
    .set({
      status: 'claimed',
      agent: json(agent),
      lease_hash: leaseHash,
      lease_expires_at: leaseEnd,
    })
    .where((eb) => eb.and({ id, org_id: orgId, owner_id: userId, status: 'queued' }))
    .returningAll()
    .executeTakeFirst()

/**
 * Queues a claimed run again if its agent never received the lease. Returns undefined if the lease
 * no longer holds the run.
 */
export const returnClaim = (tx: Transaction, { id, org_id }: AgentRunRow, leaseHash: string) =>
  tx
    .updateTable('agent_runs')
    .set({
      status: sql<
        'queued' | 'cancelled'
      >`case when cancel_requested then 'cancelled' else 'queued' end`,
      finished_at: sql<Date | null>`case when cancel_requested then clock_timestamp() end`,
      agent: null,
      lease_hash: null,
      lease_expires_at: null,
    })
    .where((eb) => eb.and({ id, org_id, status: 'claimed', lease_hash: leaseHash }))
    .returningAll()
    .executeTakeFirst()

/** Locks a run if the lease holds it. Throws `not_found`, `lease_lost`. */
export async function lockHeld(
  tx: Transaction,
  { orgId, userId }: Owner,
  id: string,
  leaseHash: string,
) {
  const { held, ...row } = await tx
    .selectFrom('agent_runs')
    .selectAll()
    .select(
      sql<boolean>`coalesce(status in ('claimed', 'running') and lease_hash = ${leaseHash}
        and lease_expires_at > ${lostBefore}, false)`.as('held'),
    )
    .where((eb) => eb.and({ id, org_id: orgId, owner_id: userId }))
    .forUpdate()
    .executeTakeFirstOrThrow(() => agentRunErrors.not_found())
  if (!held) throw agentRunErrors.lease_lost()
  return row
}

/** True if an agent run has not ended. */
export async function hasOpenAgentRuns(db: Db): Promise<boolean> {
  const open = db.selectFrom('agent_runs').select('id').where('finished_at', 'is', null)
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

const freeHeads = (tx: Transaction, limit: number) =>
  selectHead(tx).limit(limit).forUpdate().skipLocked()

// Ending a run changes its owner's transcript sum. All replicas lock in the same order, so they do
// not deadlock.
const freeAtAgents = (tx: Transaction, limit: number) =>
  freeHeads(tx, limit)
    .where('a.status', 'in', ['claimed', 'running'])
    .orderBy('a.org_id')
    .orderBy('a.owner_id')

/**
 * Marks runs as lost whose lease expired, at most `limit`. Skips rows that another replica has
 * locked.
 */
export async function loseRuns(tx: Transaction, limit: number): Promise<AgentRunHead[]> {
  const rows = await freeAtAgents(tx, limit).where('a.lease_expires_at', '<=', lostBefore).execute()
  const lost: AgentRunHead[] = []
  for (const row of rows) {
    const error = 'The agent stopped responding'
    lost.push(
      await saveHead(tx, row, {
        status: 'lost',
        error,
        finished_at: sql<Date>`clock_timestamp()`,
        lease_hash: null,
      }),
    )
  }
  return lost
}

/**
 * Starts the timeout of cancel requests without a time. Replicas with the previous release wrote
 * them.
 */
export const timeCancels = async (tx: Transaction): Promise<void> =>
  void (await tx
    .updateTable('agent_runs')
    .set({ cancel_asked_at: sql<Date>`clock_timestamp()` })
    .where('status', 'in', ['claimed', 'running'])
    .where('cancel_requested', '=', true)
    .where('cancel_asked_at', 'is', null)
    .execute())

export const lockUnheeded = (tx: Transaction, limit: number): Promise<AgentRunHead[]> =>
  freeAtAgents(tx, limit)
    .where('a.cancel_requested', '=', true)
    .where(
      'a.cancel_asked_at',
      '<=',
      sql<Date>`clock_timestamp() - make_interval(secs => ${agentCancelSeconds})`,
    )
    .execute()

/**
 * Locks a batch of unfinished runs if their workflow run has ended or was deleted and nobody has
 * cancelled them.
 */
export const lockAbandoned = (tx: Transaction, limit: number): Promise<AgentRunHead[]> =>
  freeHeads(tx, limit)
    .where('a.workflow_run_id', 'is not', null)
    .where('a.finished_at', 'is', null)
    .where(sql<boolean>`(a.status = 'queued' or not a.cancel_requested)`)
    .where(
      sql<boolean>`not exists (select from runs r where r.id = a.workflow_run_id and r.finished_at is null)`,
    )
    .execute()

/**
 * Locks queued runs if no agent took them within `days`. If the owner has left, the limit is five
 * minutes, because the event of their return may be late.
 */
export const lockUnwanted = (
  tx: Transaction,
  days: number,
  limit: number,
): Promise<AgentRunHead[]> =>
  freeHeads(tx, limit)
    .where('a.status', '=', 'queued')
    .where(
      sql<boolean>`(a.queued_at < clock_timestamp() - make_interval(days => ${days})
        or a.queued_at < clock_timestamp() - interval '5 minutes' and exists (select from agent_run_members m
          where m.org_id = a.org_id and m.user_id = a.owner_id and m.away))`,
    )
    .execute()

export function sweepAgentRuns(db: Db, days: number, signal: AbortSignal): Promise<number> {
  const batch = 200
  const some = sql`
    delete from agent_runs where id = any(array(select id from agent_runs
      where finished_at < now() - make_interval(days => ${days}) limit ${batch})) returning id`
  return inBatches(batch, async () => (await some.execute(db)).rows.length, signal)
}
