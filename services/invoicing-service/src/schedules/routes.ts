import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { adoptOffer } from './adopt-offer.ts'
import {
  cancelSchedule,
  createSchedule,
  pauseSchedule,
  resumeSchedule,
} from './change-schedules.ts'
import { previewPeriod } from './preview-period.ts'
import { readSchedule } from './read-schedule.ts'
import { retryPeriod } from './retry-period.ts'
import { toListItem } from './schedule.ts'
import { readScheduleTimeline } from './schedule-timeline.ts'
import { listScheduleRows, sumMonthly } from './schedules.db.ts'
import { updateSchedule } from './update-schedule.ts'

export function scheduleRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listSchedules, async ({ principal, query }) => {
    const { rows, ...page } = await listScheduleRows(db, principal.orgId, query)
    const monthlyTotals = await sumMonthly(db, principal.orgId)
    return { items: rows.map(toListItem), ...page, monthlyTotals }
  })
  mount(app, operations.createSchedule, { db }, (call) => createSchedule(deps, call, call.body))
  mount(app, operations.getSchedule, (call) =>
    readSchedule(deps, call, { id: call.params.id, query: call.query }),
  )
  mount(app, operations.updateSchedule, (call) =>
    updateSchedule(deps, call, { id: call.params.id, input: call.body }),
  )
  mount(app, operations.listScheduleTimeline, (call) =>
    readScheduleTimeline(deps, call, { id: call.params.id, query: call.query }),
  )
  mount(app, operations.previewSchedule, (call) => previewPeriod(deps, call, call.params.id))
  mount(app, operations.pauseSchedule, (call) => pauseSchedule(deps, call, call.params.id))
  mount(app, operations.resumeSchedule, (call) =>
    resumeSchedule(deps, call, { id: call.params.id, input: call.body ?? { catchUp: false } }),
  )
  mount(app, operations.cancelSchedule, (call) => cancelSchedule(deps, call, call.params.id))
  mount(app, operations.adoptOffer, (call) =>
    adoptOffer(deps, call, { id: call.params.id, input: call.body ?? { announce: true } }),
  )
  mount(app, operations.retrySchedule, { db, apart: true }, (call) =>
    retryPeriod(deps, call, call.params.id),
  )
}
