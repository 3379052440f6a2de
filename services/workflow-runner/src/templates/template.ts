import type { WorkflowTemplate } from '@atrium/contracts'

/** A template before its group is known. It names no skill: skills belong to an org. */
export type Template = Omit<WorkflowTemplate, 'group'>
