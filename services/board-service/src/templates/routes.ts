import * as operations from '@atrium/contracts'
import { toColumns } from '@atrium/database'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { createInstance, deleteInstance, instanceView, updateInstance } from './instances.ts'
import { instances, templates } from './templates.db.ts'
import { createTemplate, deleteTemplate, templateView, updateTemplate } from './templates.ts'

export function templateRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listTemplates, ({ principal, query }) =>
    templates.page(db, principal.orgId, query, { view: templateView }),
  )
  mount(app, operations.createTemplate, { db }, (call) => createTemplate(deps, call, call.body))
  mount(app, operations.getTemplate, async ({ principal, params }) =>
    templateView(await templates.get(db, principal.orgId, params.id)),
  )
  mount(app, operations.updateTemplate, (call) =>
    updateTemplate(deps, call, { id: call.params.id, patch: call.body }),
  )
  mount(app, operations.deleteTemplate, (call) => deleteTemplate(deps, call, call.params.id))
  mount(app, operations.listTemplateInstances, ({ principal, query: { templateId, ...page } }) =>
    instances.page(db, principal.orgId, page, {
      view: instanceView,
      having: toColumns({ templateId }),
    }),
  )
  mount(app, operations.createTemplateInstance, { db }, (call) =>
    createInstance(deps, call, call.body),
  )
  mount(app, operations.getTemplateInstance, async ({ principal, params }) =>
    instanceView(await instances.get(db, principal.orgId, params.id)),
  )
  mount(app, operations.updateTemplateInstance, (call) =>
    updateInstance(deps, call, { id: call.params.id, patch: call.body }),
  )
  mount(app, operations.deleteTemplateInstance, (call) =>
    deleteInstance(deps, call, call.params.id),
  )
}
