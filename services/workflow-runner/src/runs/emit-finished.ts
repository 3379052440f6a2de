import { newId, type RunTrigger, WorkflowRunFinished } from '@atrium/contracts'
import { json, markEmitted } from '@atrium/database'
import { currentContext } from '@atrium/telemetry'
import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

/** A run that has just ended, as its row says. */
export interface Ended {
  id: string
  org_id: string | null
  workflow_id: string
  trigger: RunTrigger
}

const batch = 5_000

/** The event of their end for any number of runs that ended alike; a statement for every 5,000. */
export async function emitFinished(
  tx: Transaction,
  runs: readonly Ended[],
  status: 'failed' | 'cancelled',
  error: string,
): Promise<void> {
  const trace = currentContext()?.traceparent ?? null
  for (let at = 0; at < runs.length; at += batch) {
    const rows = runs.slice(at, at + batch).map((run) => ({
      id: newId('evt'),
      org_id: run.org_id,
      request_id: run.id,
      data: WorkflowRunFinished.schema.parse({
        runId: run.id,
        workflowId: run.workflow_id,
        status,
        trigger: run.trigger,
        error,
      }),
    }))
    await sql`insert into outbox (id, kind, type, org_id, data, trace, request_id)
      select id, 'event', ${WorkflowRunFinished.type}, org_id, data, ${trace}, request_id
      from jsonb_to_recordset(${json(rows)}) as e(id text, org_id text, request_id text, data jsonb)`.execute(
      tx,
    )
  }
  if (runs.length > 0) markEmitted(tx)
}
