import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { toInvoice } from '../invoices/invoice.ts'
import {
  adoptOffer,
  cancelSchedule,
  createSchedule,
  pauseSchedule,
  resumeSchedule,
} from './change-schedules.ts'
import { retryPeriod } from './retry-period.ts'
import { toListItem, toSchedule } from './schedule.ts'
import { getScheduleRow, listInvoicesOfSchedule, listScheduleRows } from './schedules.db.ts'

export function scheduleRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listSchedules, async ({ principal, query }) => {
    const { rows, ...page } = await listScheduleRows(db, principal.orgId, query)
    return { items: rows.map(toListItem), ...page }
  })
  mount(app, operations.createSchedule, { db }, (call) => createSchedule(deps, call, call.body))
  mount(app, operations.getSchedule, async ({ principal: { orgId }, params }) => {
    const row = await getScheduleRow(db, orgId, params.id)
    const invoices = await listInvoicesOfSchedule(db, orgId, row.id)
    return { ...toSchedule(row), invoices: invoices.map(toInvoice) }
  })
  mount(app, operations.pauseSchedule, (call) => pauseSchedule(deps, call, call.params.id))
  mount(app, operations.resumeSchedule, (call) =>
    resumeSchedule(deps, call, call.params.id, call.body ?? { catchUp: false }),
  )
  mount(app, operations.cancelSchedule, (call) => cancelSchedule(deps, call, call.params.id))
  mount(app, operations.adoptOffer, (call) => adoptOffer(deps, call, call.params.id))
  mount(app, operations.retrySchedule, { db, apart: true }, (call) => retryPeriod(deps, call, call.params.id))
}
