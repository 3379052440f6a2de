import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { importN8n } from '../imports-n8n/import-n8n.ts'
import { exportWorkflows } from './export-workflows.ts'
import { importWorkflows } from './import-workflows.ts'

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
    const { principal, body } = call
    if (body.source === 'atrium') return { items: await importWorkflows(deps, call, body) }
    const descriptors = (await deps.registry.forOrg(principal.orgId)).descriptors()
    const palette = new Map(descriptors.map(({ type, label }) => [type, label]))
    return importN8n(body.document, palette, deps.turns(principal.orgId))
  })
}
