import type { OrgPrincipal } from '@atrium/contracts'
import * as operations from '@atrium/contracts'
import { createView, inTransaction } from '@atrium/database'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { requireWorkflow } from '../runs/read-runs.ts'
import {
  allCursors,
  deleteImport,
  deleteTokens,
  deleteWatermarks,
  pageOfImports,
} from './imports.db.ts'
import { deleteReadItems, letItemGo, pageOfWaitingItems } from './read-items.db.ts'

const importView = createView(operations.WorkflowImport)
const waitingView = createView(operations.WaitingItem)
const cursorView = createView(operations.WorkflowCursor)

export function importRoutes(app: Hono<AppEnv>, { db }: Deps): void {
  const toKey = async (principal: OrgPrincipal, workflowId: string) => {
    const key = { orgId: principal.orgId, workflowId }
    await requireWorkflow(db, key)
    return key
  }
  mount(app, operations.listImports, async ({ principal, params, query }) => {
    const key = await toKey(principal, params.id)
    const { rows, ...bounds } = await pageOfImports(db, key, query)
    return { items: rows.map(importView), ...bounds }
  })
  mount(app, operations.forgetImport, { db }, async ({ principal, params, tx }) => {
    const key = await toKey(principal, params.id)
    await inTransaction(db, tx, (tx) => deleteImport(tx, key, params.source, params.externalId))
  })
  mount(app, operations.listWaitingItems, async ({ principal, params, query }) => {
    const key = await toKey(principal, params.id)
    const { rows, ...bounds } = await pageOfWaitingItems(db, key, query)
    return { items: rows.map(waitingView), ...bounds }
  })
  mount(app, operations.letWaitingItemGo, { db }, async ({ principal, params, tx }) => {
    const { source, externalId } = params
    const key = await toKey(principal, params.id)
    await inTransaction(db, tx, (tx) => letItemGo(tx, { ...key, source, externalId }))
  })
  mount(app, operations.listCursors, async ({ principal, params }) => {
    const key = await toKey(principal, params.id)
    return { items: (await allCursors(db, key)).map(cursorView) }
  })
  mount(app, operations.clearCursors, { db }, async ({ principal, params, query, tx }) => {
    const key = await toKey(principal, params.id)
    await inTransaction(db, tx, async (tx) => {
      if (query.kind !== 'calendar') {
        await deleteWatermarks(tx, key, query.key)
        await deleteReadItems(tx, key, query.key)
      }
      if (query.kind !== 'watermark') await deleteTokens(tx, key, query.key)
    })
  })
}
