import {
  type AgentRun,
  agentRunErrors,
  type CreateAgentRun,
  cardErrors,
  GetCards,
  type OrgPrincipal,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps, IdSource } from '../deps.ts'
import {
  type AgentRunHead,
  type AgentRunRow,
  agentRunView,
  countOpenAlone,
  emitChanged,
  insertAgentRun,
  isAwaited,
  lockAgentRun,
  now,
  type Owner,
  saveAgentRun,
  saveHead,
  type WaitingNode,
} from './agent-runs.db.ts'

const mostOpen = 1_000

/** Returns undefined if the node has already queued this run. Throws `too_many_agent_runs`. */
export async function queueAgentRun(
  deps: IdSource,
  tx: Transaction,
  { owner, input, node }: { owner: Owner; input: CreateAgentRun; node?: WaitingNode | undefined },
): Promise<AgentRunRow | undefined> {
  if ((await countOpenAlone(tx, owner, mostOpen)) >= mostOpen)
    throw agentRunErrors.too_many_agent_runs()
  const row = await insertAgentRun(deps, tx, { owner, input, node })
  if (row !== undefined) await emitChanged(tx, row)
  return row
}

/**
 * Queues a run for one of the caller's agents. Throws `not_found` if the card belongs to another
 * organisation, `too_many_agent_runs`, and `unavailable` if the board does not respond.
 */
export async function createAgentRun(
  deps: Pick<Deps, 'db' | 'bus' | 'now' | 'newId'>,
  { principal, tx }: Ctx<OrgPrincipal>,
  input: CreateAgentRun,
): Promise<AgentRun> {
  await requireCard(deps.bus, principal.orgId, input.taskId)
  const row = await inTransaction(deps.db, tx, (tx) =>
    queueAgentRun(deps, tx, { owner: principal, input }),
  )
  if (row === undefined) throw new Error('A run without a node was queued before')
  return agentRunView(row)
}

async function requireCard(
  bus: Deps['bus'],
  orgId: string,
  taskId: string | undefined,
): Promise<void> {
  if (taskId === undefined) return
  const { items } = await callRpc(bus, GetCards, { orgId, ids: [taskId] })
  if (items.length === 0) throw cardErrors.not_found({ message: 'Card not found' })
}

/**
 * Cancels a queued run at once. If an agent has the run, asks the agent to stop. Throws
 * `not_found`, `run_finished`.
 */
export async function cancelAgentRun({ db }: Pick<Deps, 'db'>, { principal, tx }: Ctx, id: string) {
  const row = await inTransaction(db, tx, async (tx) => {
    const before = await lockAgentRun(tx, principal, id)
    if (before.finished_at !== null) throw agentRunErrors.run_finished()
    await requestCancel(tx, before)
    return lockAgentRun(tx, principal, id)
  })
  return agentRunView(row)
}

export async function requestCancel(tx: Transaction, before: AgentRunHead): Promise<void> {
  const queued = before.status === 'queued'
  if (before.cancel_requested && !queued) return
  const row = await saveHead(tx, before, {
    cancel_requested: true,
    ...(queued ? { status: 'cancelled', finished_at: now } : { cancel_asked_at: now }),
  })
  await emitChanged(tx, row)
}

/**
 * Cancels a locked, unfinished run without waiting for its agent. The agent stops when it notices
 * the lost lease.
 */
export async function endByForce(
  tx: Transaction,
  before: AgentRunHead,
  error: string,
): Promise<void> {
  const row = await saveHead(tx, before, {
    status: 'cancelled',
    error,
    cancel_requested: true,
    finished_at: now,
    lease_hash: null,
    lease_expires_at: null,
  })
  await emitChanged(tx, row)
}

/**
 * Queues a lost run for its next attempt. The run's node receives the outcome only if its workflow
 * run is still parked. Throws `not_found`, `run_not_lost`, `too_many_agent_runs`.
 */
export async function requeueAgentRun(
  { db }: Pick<Deps, 'db'>,
  { principal, tx }: Ctx,
  id: string,
) {
  const row = await inTransaction(db, tx, async (tx) => {
    const open = await countOpenAlone(tx, principal, mostOpen)
    const before = await lockAgentRun(tx, principal, id)
    if (before.status !== 'lost') throw agentRunErrors.run_not_lost()
    if (open >= mostOpen) throw agentRunErrors.too_many_agent_runs()
    // If the node has continued without the run, it does not wait for the run again.
    const waitsOn = await isAwaited(tx, before)
    const again = await saveAgentRun(tx, before, {
      ...(waitsOn ? {} : { workflow_run_id: null, workflow_node_id: null, workflow_place: null }),
      status: 'queued',
      queued_at: now,
      attempt: before.attempt + 1,
      agent: null,
      lease_hash: null,
      lease_expires_at: null,
      cancel_requested: false,
      cancel_asked_at: null,
      transcript_next: 0,
      transcript_size: 0,
      transcript_cut: null,
      earlier_size: Number(before.earlier_size) + Number(before.transcript_size),
      result: null,
      error: null,
      started_at: null,
      finished_at: null,
    })
    await emitChanged(tx, again)
    return again
  })
  return agentRunView(row)
}
