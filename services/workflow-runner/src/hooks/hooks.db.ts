import { hookErrors, workflowErrors } from '@atrium/contracts'
import { executePrepared } from '@atrium/database'
import { type Selectable, sql } from 'kysely'
import type { Db, Transaction, WorkflowDatabase } from '../database.ts'

export type HookRow = Selectable<WorkflowDatabase['workflow_hooks']>

const withoutAddress = () => hookErrors.not_found({ message: 'The workflow has no web address' })

/** Throws `not_found`. */
export const getHook = (db: Db, orgId: string, workflowId: string): Promise<HookRow> =>
  db
    .selectFrom('workflow_hooks')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId }))
    .executeTakeFirstOrThrow(withoutAddress)

const nodeTypes = sql<string[]>`jsonb_path_query_array(graph, '$.nodes[*].type')`

/** Returns the workflow's name and node types. Throws `not_found`. */
export const getHookedWorkflow = (db: Db | Transaction, orgId: string, workflowId: string) =>
  db
    .selectFrom('workflows')
    .select(['name', nodeTypes.as('types')])
    .where((eb) => eb.and({ id: workflowId, org_id: orgId }))
    .executeTakeFirstOrThrow(() => workflowErrors.not_found())

/**
 * Stores a workflow's address and replaces an earlier one. Throws `not_found` if the workflow's
 * address belongs to another organisation.
 */
export const saveHook = (tx: Transaction, row: Omit<HookRow, 'created_at'>): Promise<HookRow> =>
  tx
    .insertInto('workflow_hooks')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('workflow_id')
        .doUpdateSet({
          id: row.id,
          secret_hash: row.secret_hash,
          created_by: row.created_by,
          created_at: sql`now()`,
        })
        .where('workflow_hooks.org_id', '=', row.org_id),
    )
    .returningAll()
    .executeTakeFirstOrThrow(() => hookErrors.not_found())

/** Throws `not_found`. */
export const deleteHook = async (
  tx: Transaction,
  orgId: string,
  workflowId: string,
): Promise<void> =>
  void (await tx
    .deleteFrom('workflow_hooks')
    .where((eb) => eb.and({ org_id: orgId, workflow_id: workflowId }))
    .returning('id')
    .executeTakeFirstOrThrow(withoutAddress))

export interface CalledHook {
  orgId: string
  workflowId: string
  ownerId: string
  active: boolean
  secretHash: string
  /** The user who created the address, or null if the address is older than this column. */
  createdBy: string | null
  types: string[]
  triggers: unknown[]
}

/** Finds an address by its id alone, because an anonymous sender has no other key. */
export async function findCalledHook(db: Db, id: string): Promise<CalledHook | undefined> {
  const query = db
    .selectFrom('workflow_hooks as h')
    .innerJoin('workflows as w', (join) =>
      join.onRef('w.id', '=', 'h.workflow_id').onRef('w.org_id', '=', 'h.org_id'),
    )
    .select(['h.org_id as orgId', 'w.id as workflowId', 'w.owner_id as ownerId', 'w.active'])
    .select(['h.secret_hash as secretHash', 'h.created_by as createdBy', nodeTypes.as('types')])
    .select(
      sql<
        unknown[]
      >`jsonb_path_query_array(w.graph, '$.nodes[*] ? (@.type == "trigger.webhook").params')`.as(
        'triggers',
      ),
    )
    .where('h.id', '=', id)
  const [hook] = await executePrepared(db, query)
  return hook
}

export const findEnd = (db: Db, orgId: string, runId: string) =>
  db
    .selectFrom('runs')
    .select(['status', 'result'])
    .where((eb) => eb.and({ id: runId, org_id: orgId }))
    .where('finished_at', 'is not', null)
    .executeTakeFirst()
