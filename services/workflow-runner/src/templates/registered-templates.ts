import type { TemplateGroup, WorkflowTemplate } from '@atrium/contracts'
import type { OrgNodes } from '../nodes/registry.ts'
import { aiTemplates } from './ai.ts'
import { clientTemplates } from './clients.ts'
import { housekeepingTemplates } from './housekeeping.ts'
import { inboxTemplates } from './inbox.ts'
import { postTemplates } from './posts.ts'
import { type Templates, toTemplate } from './template.ts'

const groups: Readonly<Record<TemplateGroup, Templates>> = {
  posts: postTemplates,
  clients: clientTemplates,
  inbox: inboxTemplates,
  housekeeping: housekeepingTemplates,
  ai: aiTemplates,
}

export const allTemplates: readonly WorkflowTemplate[] = (
  Object.keys(groups) as TemplateGroup[]
).flatMap((group) =>
  Object.entries(groups[group]).map(([id, template]) => ({ ...toTemplate(id, template), group })),
)

export const registeredTemplates = (registry: Pick<OrgNodes, 'lookup'>): WorkflowTemplate[] =>
  allTemplates.filter(({ graph }) =>
    graph.nodes.every((node) => registry.lookup(node.type) !== undefined),
  )
