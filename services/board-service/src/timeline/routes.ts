import { addTimelineEntry, listTimeline } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import { ctxOf, type Deps } from '../deps.ts'
import { appendEntry } from './append-entry.ts'
import { readTimeline } from './read-timeline.ts'

/** Timelines of cards. */
export function timelineRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, listTimeline, async ({ principal, params, query }) =>
    readTimeline(deps, ctxOf(principal), params.id, query),
  )
  mount(
    app,
    addTimelineEntry,
    async ({ c, principal, params, body, tx }) => {
      const entry = await appendEntry(deps, ctxOf(principal, tx), params.id, body)
      c.header('location', `/api/tasks/${params.id}/timeline`)
      return entry
    },
    deps.db,
  )
}
