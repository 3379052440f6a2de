import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { listInvoicesOfSchedule } from '../invoices/read-invoices.ts'
import {
  adoptOffer,
  cancelSchedule,
  createSchedule,
  pauseSchedule,
  resumeSchedule,
} from './change-schedules.ts'
import { retryPeriod } from './retry-period.ts'
import { toSchedule } from './schedule.ts'
import { getScheduleRow, listScheduleRows } from './schedules.db.ts'

/** Mounts the schedules' operations. */
export function mountSchedules(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listSchedules, async ({ principal, query }) => {
    const { rows, total } = await listScheduleRows(db, principal.orgId, query)
    return { items: rows.map(toSchedule), total, limit: query.limit, offset: query.offset }
  })
  mount(
    app,
    operations.createSchedule,
    async ({ c, principal, body, tx }) => {
      const schedule = await createSchedule(deps, { principal, tx }, body)
      c.header('location', `/api/invoicing/schedules/${schedule.id}`)
      return schedule
    },
    db,
  )
  mount(app, operations.getSchedule, async ({ principal, params }) => {
    const row = await getScheduleRow(db, principal.orgId, params.id)
    return { ...toSchedule(row), invoices: await listInvoicesOfSchedule(db, principal.orgId, row.id) }
  })
  mount(app, operations.pauseSchedule, ({ principal, params }) =>
    pauseSchedule(deps, { principal }, params.id),
  )
  mount(app, operations.resumeSchedule, ({ principal, params, body }) =>
    resumeSchedule(deps, { principal }, params.id, body ?? { catchUp: false }),
  )
  mount(app, operations.cancelSchedule, ({ principal, params }) =>
    cancelSchedule(deps, { principal }, params.id),
  )
  mount(app, operations.adoptOffer, ({ principal, params }) => adoptOffer(deps, { principal }, params.id))
  mount(
    app,
    operations.retrySchedule,
    ({ principal, params }) => retryPeriod(deps, { principal }, params.id),
    db,
    { apart: true },
  )
}
