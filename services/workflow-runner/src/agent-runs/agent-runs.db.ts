import {
  AgentRun,
  AgentRunChanged,
  type AgentRunStatus,
  agentRunErrors,
  type CreateAgentRun,
} from '@atrium/contracts'
import { createView, emit, type PageQuery } from '@atrium/database'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { countRows, lockAlone } from '../count-alone.db.ts'
import type { Db, Transaction, WorkflowDatabase } from '../database.ts'
import type { IdSource } from '../deps.ts'

export type AgentRunRow = Selectable<WorkflowDatabase['agent_runs']>

const headColumns = ['id', 'org_id', 'owner_id', 'status', 'task_id', 'cancel_requested'] as const

/**
 * The columns needed to end a run. The prompt and result are left out because a batch of them would
 * fill the memory.
 */
export type AgentRunHead = Pick<AgentRunRow, (typeof headColumns)[number]>

export const selectHead = (db: Db | Transaction) =>
  db.selectFrom('agent_runs as a').select(headColumns.map((column) => `a.${column}` as const))

export type Owner = Record<'orgId' | 'userId', string>

const view = createView(AgentRun)

export const agentRunView = (row: AgentRunRow): AgentRun => view(row)

const ofOwner = (db: Db | Transaction, { orgId, userId }: Owner) =>
  db.selectFrom('agent_runs').where((eb) => eb.and({ org_id: orgId, owner_id: userId }))

const selectOne = (db: Db | Transaction, owner: Owner, id: string) =>
  ofOwner(db, owner).selectAll().where('id', '=', id)

/** Throws `not_found` if the user has no such run. */
export const getAgentRunRow = (db: Db, owner: Owner, id: string): Promise<AgentRunRow> =>
  selectOne(db, owner, id).executeTakeFirstOrThrow(() => agentRunErrors.not_found())

/** Locks the run until the transaction ends. Throws `not_found`. */
export const lockAgentRun = (tx: Transaction, owner: Owner, id: string): Promise<AgentRunRow> =>
  selectOne(tx, owner, id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => agentRunErrors.not_found())

/**
 * The byte limit for the prompts, results and errors on a page. Even the longest run stays below
 * this limit.
 */
const maxPageBytes = 2_000_000

/**
 * Returns a page of a user's runs, newest first. The page ends before it exceeds `maxPageBytes`,
 * but always holds at least one run.
 */
export async function pageOfAgentRuns(
  db: Db,
  owner: Owner,
  {
    status,
    taskId,
    limit,
    offset,
  }: PageQuery & { status?: AgentRunStatus | undefined; taskId?: string | undefined },
) {
  const query = ofOwner(db, owner)
    .$if(status !== undefined, (all) => all.where('status', '=', status ?? 'queued'))
    .$if(taskId !== undefined, (all) => all.where('task_id', '=', taskId ?? ''))
  const sized = db
    .selectFrom(query.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).as('page'))
    .selectAll()
    .select((eb) => [
      eb.fn.countAll<string>().over().as('page_length'),
      sql<string>`row_number() over (order by id desc)`.as('position'),
      sql<string>`sum(octet_length(prompt) + coalesce(octet_length(result), 0) + coalesce(octet_length(error), 0))
        over (order by id desc)`.as('bytes'),
    ])
  const [rows, { count }] = await Promise.all([
    db
      .selectFrom(sized.as('sized'))
      .selectAll()
      .where((eb) => eb.or([eb('bytes', '<=', String(maxPageBytes)), eb('position', '=', '1')]))
      .orderBy('position')
      .execute(),
    query.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ])
  const shorter = rows.length < Number(rows[0]?.page_length ?? 0)
  return { rows, total: Number(count), limit: shorter ? rows.length : limit, offset }
}

/** Returns only the columns a state change affects, without the prompt and result. */
export const getAgentRunState = (db: Db, owner: Owner, id: string) =>
  ofOwner(db, owner)
    .select([
      'id',
      'org_id',
      'attempt',
      'status',
      'cancel_requested',
      'transcript_cut',
      'finished_at',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => agentRunErrors.not_found())

export type AgentRunState = Awaited<ReturnType<typeof getAgentRunState>>

/** Locks a batch of the user's unfinished runs, if they were queued by `until`. */
export const lockOpenAgentRuns = (
  tx: Transaction,
  { orgId, userId }: Owner,
  until: Date,
  limit: number,
) =>
  selectHead(tx)
    .where('a.org_id', '=', orgId)
    .where('a.owner_id', '=', userId)
    .where('a.finished_at', 'is', null)
    .where('a.queued_at', '<=', until)
    .orderBy('a.id')
    .limit(limit)
    .forUpdate()
    .execute()

/**
 * Counts a user's unfinished runs, up to `most`. Takes a lock, so concurrent counts for one user
 * run one after the other.
 */
export async function countOpenAlone(tx: Transaction, { orgId, userId }: Owner, most: number) {
  await lockAlone(tx, `agent_runs ${orgId} ${userId}`)
  const open = sql`select from agent_runs
    where org_id = ${orgId} and owner_id = ${userId} and finished_at is null limit ${most}`
  return countRows(tx, open)
}

export interface WaitingNode {
  runId: string
  nodeId: string
  place: number
}

/** Returns undefined if the node has already queued this run. */
export const insertAgentRun = (
  deps: IdSource,
  tx: Transaction,
  {
    owner: { orgId, userId },
    input: { kind, prompt, taskId, workspace },
    node,
  }: { owner: Owner; input: CreateAgentRun; node?: WaitingNode | undefined },
): Promise<AgentRunRow | undefined> =>
  tx
    .insertInto('agent_runs')
    .values({
      id: deps.newId('arun'),
      org_id: orgId,
      owner_id: userId,
      kind,
      status: 'queued',
      prompt,
      task_id: taskId ?? null,
      workspace: workspace ?? null,
      result: null,
      error: null,
      lease_hash: null,
      lease_expires_at: null,
      started_at: null,
      finished_at: null,
      transcript_cut: null,
      workflow_run_id: node?.runId ?? null,
      workflow_node_id: node?.nodeId ?? null,
      workflow_place: node?.place ?? null,
    })
    .onConflict((conflict) => conflict.constraint('agent_runs_of_node').doNothing())
    .returningAll()
    .executeTakeFirst()

export const endsOfNode = (
  db: Db,
  orgId: string,
  runId: string,
  nodeId: string,
): Promise<AgentRunRow[]> =>
  db
    .selectFrom('agent_runs')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, workflow_run_id: runId, workflow_node_id: nodeId }))
    .where('finished_at', 'is not', null)
    .execute()

/**
 * True if the run's workflow run is parked. The row lock keeps the workflow run parked until the
 * transaction ends.
 */
export async function isAwaited(
  tx: Transaction,
  { org_id, workflow_run_id }: AgentRunRow,
): Promise<boolean> {
  if (workflow_run_id === null) return false
  const parked = await tx
    .selectFrom('runs')
    .select('id')
    .where((eb) => eb.and({ id: workflow_run_id, org_id, status: 'parked' }))
    .forShare()
    .executeTakeFirst()
  return parked !== undefined
}

type Column<C> = C | RawBuilder<NonNullable<C>>
type Updates = Updateable<WorkflowDatabase['agent_runs']>

type Changes = { [K in keyof Updates]?: Column<Updates[K]> }

const update = (
  tx: Transaction,
  { id, org_id }: Pick<AgentRunRow, 'id' | 'org_id'>,
  changes: Changes,
) =>
  tx
    .updateTable('agent_runs')
    .set(changes)
    .where((eb) => eb.and({ id, org_id }))

export const saveAgentRun = (
  tx: Transaction,
  run: Pick<AgentRunRow, 'id' | 'org_id'>,
  changes: Changes,
): Promise<AgentRunRow> => update(tx, run, changes).returningAll().executeTakeFirstOrThrow()

export const saveHead = (
  tx: Transaction,
  run: AgentRunHead,
  changes: Changes,
): Promise<AgentRunHead> =>
  update(tx, run, changes).returning(headColumns).executeTakeFirstOrThrow()

export const now = sql<Date>`clock_timestamp()`

/** Emits the run's state. The event wakes waiting agents and updates the user's open pages. */
export const emitChanged = async (tx: Transaction, row: AgentRunHead): Promise<void> =>
  void (await emit(tx, AgentRunChanged, row.org_id, {
    agentRunId: row.id,
    status: row.status,
    taskId: row.task_id,
    ownerId: row.owner_id,
  }))
