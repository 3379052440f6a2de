import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { createInstance, deleteInstance, getInstance, listInstances, updateInstance } from './instances.ts'
import { createTemplate, deleteTemplate, getTemplate, listTemplates, updateTemplate } from './templates.ts'

/** Templates and their instances. */
export function templateRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listTemplates, (call) => listTemplates(deps, call, call.query))
  mount(app, operations.createTemplate, { db }, (call) => createTemplate(deps, call, call.body))
  mount(app, operations.getTemplate, (call) => getTemplate(deps, call, call.params.id))
  mount(app, operations.updateTemplate, (call) => updateTemplate(deps, call, call.params.id, call.body))
  mount(app, operations.deleteTemplate, (call) => deleteTemplate(deps, call, call.params.id))
  mount(app, operations.listTemplateInstances, (call) => listInstances(deps, call, call.query))
  mount(app, operations.createTemplateInstance, { db }, (call) => createInstance(deps, call, call.body))
  mount(app, operations.getTemplateInstance, (call) => getInstance(deps, call, call.params.id))
  mount(app, operations.updateTemplateInstance, (call) =>
    updateInstance(deps, call, call.params.id, call.body),
  )
  mount(app, operations.deleteTemplateInstance, (call) => deleteInstance(deps, call, call.params.id))
}
