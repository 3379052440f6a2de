import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import { ctxOf, type Deps } from '../deps.ts'
import { createInstance, deleteInstance, getInstance, listInstances, updateInstance } from './instances.ts'
import { createTemplate, deleteTemplate, getTemplate, listTemplates, updateTemplate } from './templates.ts'

/** Templates and their instances. */
export function templateRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.listTemplates, async ({ principal, query }) =>
    listTemplates(deps, ctxOf(principal), query),
  )
  mount(
    app,
    operations.createTemplate,
    async ({ c, principal, body, tx }) => {
      const template = await createTemplate(deps, ctxOf(principal, tx), body)
      c.header('location', `/api/templates/${template.id}`)
      return template
    },
    deps.db,
  )
  mount(app, operations.getTemplate, async ({ principal, params }) =>
    getTemplate(deps, ctxOf(principal), params.id),
  )
  mount(app, operations.updateTemplate, async ({ principal, params, body }) =>
    updateTemplate(deps, ctxOf(principal), params.id, body),
  )
  mount(app, operations.deleteTemplate, async ({ principal, params }) => {
    await deleteTemplate(deps, ctxOf(principal), params.id)
    return undefined
  })
  mount(app, operations.listTemplateInstances, async ({ principal, query }) =>
    listInstances(deps, ctxOf(principal), query),
  )
  mount(
    app,
    operations.createTemplateInstance,
    async ({ c, principal, body, tx }) => {
      const instance = await createInstance(deps, ctxOf(principal, tx), body)
      c.header('location', `/api/template-instances/${instance.id}`)
      return instance
    },
    deps.db,
  )
  mount(app, operations.getTemplateInstance, async ({ principal, params }) =>
    getInstance(deps, ctxOf(principal), params.id),
  )
  mount(app, operations.updateTemplateInstance, async ({ principal, params, body }) =>
    updateInstance(deps, ctxOf(principal), params.id, body),
  )
  mount(app, operations.deleteTemplateInstance, async ({ principal, params }) => {
    await deleteInstance(deps, ctxOf(principal), params.id)
    return undefined
  })
}
