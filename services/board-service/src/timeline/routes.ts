import { addTimelineEntry, listTimeline } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { appendEntry, readTimeline } from './timeline.ts'

export function timelineRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, listTimeline, (call) =>
    readTimeline(deps, call, { taskId: call.params.id, query: call.query }),
  )
  mount(app, addTimelineEntry, { db: deps.db }, async (call) => {
    const entry = await appendEntry(deps, call, { taskId: call.params.id, input: call.body })
    call.c.header('location', `/api/tasks/${call.params.id}/timeline`)
    return entry
  })
}
