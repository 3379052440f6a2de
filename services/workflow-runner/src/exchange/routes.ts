import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { exportWorkflows } from './export-workflows.ts'
import { importWorkflows } from './import-workflows.ts'
import { readN8n } from './read-n8n.ts'

/** Mounts the export and the import of workflows as files. */
export function exchangeRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.exportWorkflows, async ({ c, principal, query }) => {
    const ids = query.id === undefined ? undefined : [query.id].flat()
    const texts = await exportWorkflows(deps, { principal }, { ids })
    return c.body(ReadableStream.from(texts).pipeThrough(new TextEncoderStream()), 200, {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="workflows.json"',
    })
  })
  mount(app, operations.importWorkflows, { db: deps.db }, async (call) => {
    const { body } = call
    if (body.source === 'atrium') return { items: await importWorkflows(deps, call, body) }
    return readN8n(deps, call, body)
  })
}
