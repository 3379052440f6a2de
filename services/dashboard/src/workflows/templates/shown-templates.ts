import type { TemplateGroup, WorkflowTemplate } from '@atrium/contracts'
import { hasWords } from '../has-words.ts'

export const shownTemplates = (
  templates: readonly WorkflowTemplate[],
  { q = '', group }: { q?: string | undefined; group?: TemplateGroup | undefined },
): readonly WorkflowTemplate[] =>
  templates.filter(
    (template) =>
      (group === undefined || template.group === group) &&
      hasWords(`${template.name} ${template.description}`, q),
  )
