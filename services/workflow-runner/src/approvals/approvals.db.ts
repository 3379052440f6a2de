import { type ApprovalStatus, approvalErrors } from '@atrium/contracts'
import { type PageQuery, readPage } from '@atrium/database'
import { type Insertable, sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import type { Approvals } from '../tables/approvals.ts'
import type { ApprovalRow, ListedRow } from './approval.ts'

export interface NodeKey {
  orgId: string
  runId: string
  nodeId: string
}

/** Writes the items with their fields in order. `jsonb` would sort them. */
const keepOrder = (items: ApprovalRow['items']) =>
  sql<ApprovalRow['items']>`${JSON.stringify(items)}::json`

/** Returns undefined if this node of the run already has a question. */
export const insertApproval = (
  tx: Transaction,
  { items, ...row }: Omit<Insertable<Approvals>, 'items'> & { items: ApprovalRow['items'] },
): Promise<ApprovalRow | undefined> =>
  tx
    .insertInto('approvals')
    .values({ ...row, items: keepOrder(items), outcome: null, note: null, decided_at: null })
    .onConflict((conflict) => conflict.constraint('approvals_of_node').doNothing())
    .returningAll()
    .executeTakeFirst()

export const findNodeApproval = (
  db: Db | Transaction,
  { orgId, runId, nodeId }: NodeKey,
): Promise<ApprovalRow | undefined> =>
  db
    .selectFrom('approvals')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, run_id: runId, node_id: nodeId }))
    .executeTakeFirst()

/** Returns the workflow's name. Empty if it was deleted. */
export async function findWorkflowName(
  db: Db,
  { orgId, workflowId }: { orgId: string; workflowId: string },
): Promise<string> {
  const row = await db
    .selectFrom('workflows')
    .select('name')
    .where((eb) => eb.and({ id: workflowId, org_id: orgId }))
    .executeTakeFirst()
  return row?.name ?? ''
}

const selectListed = (db: Db | Transaction) =>
  db
    .selectFrom('approvals as a')
    .leftJoin('workflows as w', (join) =>
      join.onRef('w.id', '=', 'a.workflow_id').onRef('w.org_id', '=', 'a.org_id'),
    )
    .selectAll('a')
    .select('w.name as workflow_name')

/** Finds a question by its id alone, for callers who prove the question's token. */
export const findById = (db: Db, id: string): Promise<ListedRow | undefined> =>
  selectListed(db).where('a.id', '=', id).executeTakeFirst()

/**
 * Locks a question and its run. Throws `not_found` if there is none, or if the run has ended
 * without a decision. Locks the run first, as waking a run does, to prevent a deadlock.
 */
export async function lockApproval(tx: Transaction, orgId: string, id: string): Promise<ListedRow> {
  const run = await tx
    .selectFrom('runs as r')
    .select('r.finished_at')
    .where('r.org_id', '=', orgId)
    .where('r.id', 'in', (query) =>
      query
        .selectFrom('approvals')
        .select('run_id')
        .where((eb) => eb.and({ id, org_id: orgId })),
    )
    .forShare()
    .executeTakeFirst()
  const row = await selectListed(tx)
    .where((eb) => eb.and({ 'a.id': id, 'a.org_id': orgId }))
    .forUpdate('a')
    .executeTakeFirst()
  const isMoot = run === undefined || run.finished_at !== null
  if (row === undefined || (isMoot && row.outcome === null)) throw approvalErrors.not_found()
  return row
}

/** Records the outcome of a locked, open question. */
export const saveOutcome = (
  tx: Transaction,
  { id, org_id }: Pick<ApprovalRow, 'id' | 'org_id'>,
  outcome: Pick<ApprovalRow, 'outcome' | 'note' | 'decided_at'>,
): Promise<ApprovalRow> =>
  tx
    .updateTable('approvals')
    .set(outcome)
    .where((eb) => eb.and({ id, org_id }))
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Records that a woken run's open question has expired. Returns undefined if the question was
 * decided or is still open.
 */
export const expireApproval = (
  tx: Transaction,
  { orgId, runId, nodeId }: NodeKey,
  now: Date,
): Promise<ApprovalRow | undefined> =>
  tx
    .updateTable('approvals')
    .set({ outcome: 'expired', woken: true })
    .where((eb) => eb.and({ org_id: orgId, run_id: runId, node_id: nodeId }))
    .where('outcome', 'is', null)
    .where('expires_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Keeps a question in lists while it is open in an unfinished run, or once it has an outcome. */
const isAlive = sql<boolean>`(a.outcome is not null or exists (
  select from runs r where r.id = a.run_id and r.org_id = a.org_id and r.finished_at is null))`

const hasStatus = (status: ApprovalStatus, now: Date) => {
  if (status === 'pending') return sql<boolean>`a.outcome is null and a.expires_at > ${now}`
  if (status === 'expired') {
    return sql<boolean>`(a.outcome = 'expired' or (a.outcome is null and a.expires_at <= ${now}))`
  }
  return sql<boolean>`a.outcome = ${status}`
}

interface Member {
  readonly orgId: string
  readonly userId: string
}

/** Selects the questions to a member, and those from the member's own workflows. */
const selectShown = (db: Db, { orgId, userId }: Member) =>
  selectListed(db)
    .where('a.org_id', '=', orgId)
    .where((eb) => eb.or([eb('a.asked_id', '=', userId), eb('w.owner_id', '=', userId)]))
    .where(isAlive)

/** Returns a page of questions for a member, including those from the member's own workflows. */
export const pageOfApprovals = (
  db: Db,
  { now, ...member }: Member & { now: Date },
  { status, ...page }: PageQuery & { status?: ApprovalStatus | undefined },
) =>
  readPage(
    db,
    selectShown(db, member)
      .$if(status !== undefined, (all) => all.where(hasStatus(status ?? 'pending', now)))
      .orderBy('a.id', 'desc'),
    page,
  )

/** True if there is a question to a member, or from the member's workflows. */
export const hasApprovals = async (db: Db, member: Member): Promise<boolean> =>
  (await selectShown(db, member).clearSelect().select('a.id').limit(1).executeTakeFirst()) !==
  undefined

/** Returns the newest open question to a member, and the number of open questions. */
export const newestOpenApproval = (db: Db, orgId: string, userId: string, now: Date) =>
  db
    .selectFrom('approvals as a')
    .select(['a.id', 'a.message', 'a.created_at'])
    .select((eb) => eb.fn.countAll<string>().over().as('count'))
    .where('a.org_id', '=', orgId)
    .where('a.asked_id', '=', userId)
    .where(isAlive)
    .where(hasStatus('pending', now))
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
