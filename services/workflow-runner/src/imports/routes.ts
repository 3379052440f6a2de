import * as operations from '@atrium/contracts'
import { inTransaction, viewOf } from '@atrium/database'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Ctx, Deps } from '../deps.ts'
import { requireWorkflow } from '../runs/read-runs.ts'
import {
  allCursors,
  deleteImport,
  deleteTokens,
  deleteWatermarks,
  pageOfImports,
  type WorkflowKey,
} from './imports.db.ts'

const importView = viewOf(operations.WorkflowImport)
const cursorView = viewOf(operations.WorkflowCursor)

async function forgetImport(
  { db }: Deps,
  { tx }: Ctx,
  key: WorkflowKey,
  { source, externalId }: { source: string; externalId: string },
): Promise<void> {
  await requireWorkflow(db, key)
  await inTransaction(db, tx, (tx) => deleteImport(tx, key, source, externalId))
}

async function clearCursors(
  { db }: Deps,
  { tx }: Ctx,
  key: WorkflowKey,
  which: { kind?: 'watermark' | 'calendar' | undefined; key?: string | undefined },
): Promise<void> {
  await requireWorkflow(db, key)
  await inTransaction(db, tx, async (tx) => {
    if (which.kind !== 'calendar') await deleteWatermarks(tx, key, which.key)
    if (which.kind !== 'watermark') await deleteTokens(tx, key, which.key)
  })
}

export function importRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listImports, async ({ principal, params, query }) => {
    const key = { orgId: principal.orgId, workflowId: params.id }
    await requireWorkflow(db, key)
    const { rows, ...bounds } = await pageOfImports(db, key, query)
    return { items: rows.map(importView), ...bounds }
  })
  mount(app, operations.forgetImport, { db }, (call) => {
    const { id, ...entry } = call.params
    return forgetImport(deps, call, { orgId: call.principal.orgId, workflowId: id }, entry)
  })
  mount(app, operations.listCursors, async ({ principal, params }) => {
    const key = { orgId: principal.orgId, workflowId: params.id }
    await requireWorkflow(db, key)
    return { items: (await allCursors(db, key)).map(cursorView) }
  })
  mount(app, operations.clearCursors, { db }, (call) =>
    clearCursors(deps, call, { orgId: call.principal.orgId, workflowId: call.params.id }, call.query),
  )
}
