import { z } from 'zod'
import {
  CreatedAt,
  GivenName,
  named,
  OrgId,
  RecordId,
  Timestamp,
  UpdatedAt,
} from '../core/schemas.ts'
import { Tags } from '../core/tags.ts'
import { WorkflowGraph, WorkflowGraphInput } from './graph.ts'
import { RunHeader, WorkflowFix } from './run.ts'

/** Whose runs may call a workflow: the owner's or every member's. */
export const callers = ['owner', 'members'] as const

/** A problem that keeps a workflow from working. It does not prevent activation. */
export const WorkflowWarning = named('WorkflowWarning', {
  code: z.enum(['no_model']).describe('A stable code.'),
  message: z.string().describe('The affected steps and the reason.'),
  fix: WorkflowFix.describe('What to do, and where.'),
})
export type WorkflowWarning = z.output<typeof WorkflowWarning>

export const Workflow = named('Workflow', {
  id: RecordId,
  name: z.string().describe('The display name, at most 200 characters.'),
  description: z.string().nullable().describe('What the workflow is for. Null if unset.'),
  graph: WorkflowGraph.describe('The saved nodes and edges.'),
  active: z.boolean().describe('True if the workflow’s triggers start runs.'),
  orgId: OrgId,
  ownerId: z.string().describe('The id of the user whose rights the workflow uses.'),
  callableBy: z
    .enum(callers)
    .describe(
      'Whose workflows may call this one with its owner’s rights: `owner` (only the owner’s) or `members` (everybody’s in the organisation).',
    ),
  folder: z
    .string()
    .nullable()
    .describe('The folder that the list shows the workflow in. Null without a folder.'),
  tags: z.array(z.string()).describe('Words to filter by, each once.'),
  errorWorkflow: z
    .string()
    .nullable()
    .describe('The id of the workflow that starts when a run of this one fails. Null if unset.'),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  warnings: z
    .array(WorkflowWarning)
    .optional()
    .describe(
      'What keeps steps from working if the caller runs the workflow. Set when one workflow is read or changed. `no_model` means that steps have no usable language model. The workflow can be activated anyway.',
    ),
})
export type Workflow = z.output<typeof Workflow>

/** A workflow without its graph, for lists. */
export const WorkflowSummary = Workflow.omit({ graph: true, warnings: true })
  .extend({
    nextRunAt: Timestamp.nullable().describe(
      'When the workflow’s schedule fires next. Null without a schedule.',
    ),
    lastRun: RunHeader.nullable().describe('The newest run. Null until the first run.'),
    sentence: z
      .string()
      .describe(
        'What the workflow does, in words made from its graph, for example “When an invoice is paid, draft a post.”',
      ),
    problems: z
      .array(
        z.object({
          code: z.string().describe('A stable code, for example `cycle` or `invalid_params`.'),
          path: z.string().describe('Where the problem is in the graph, with dots.'),
          message: z.string().describe('The problem in words.'),
        }),
      )
      .describe(
        'Why the workflow cannot be activated, at most 20 reasons. Empty if the graph is valid.',
      ),
  })
  .meta({ id: 'WorkflowSummary' })
export type WorkflowSummary = z.output<typeof WorkflowSummary>

export const WorkflowDescription = z.string().max(5_000).nullable()

export const WorkflowFolder = GivenName.overwrite((name) =>
  name.replaceAll('\u0000', ''),
).nullable()

export const CreateWorkflow = z.strictObject({
  name: GivenName.describe('The display name, at most 200 characters.'),
  description: WorkflowDescription.optional().describe(
    'What the workflow is for, at most 5,000 characters. Null if unset.',
  ),
  graph: WorkflowGraphInput.describe(
    'The nodes and edges. An active workflow needs a valid graph.',
  ),
  active: z
    .boolean()
    .optional()
    .describe(
      '`true` activates the workflow if its graph is valid. Ignored for a new workflow, which is never active.',
    ),
  callableBy: z
    .enum(callers)
    .optional()
    .describe(
      '`members` allows colleagues’ workflows to call this one with its owner’s rights. `owner` by default.',
    ),
  folder: WorkflowFolder.optional().describe(
    'The folder that the list shows the workflow in, at most 200 characters. Null without a folder.',
  ),
  tags: Tags.optional().describe('Words to filter by, each once, at most 50.'),
  errorWorkflow: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .describe(
      'The id of a workflow of the organisation. It starts with its Run button when a run of this one fails, with `workflowId`, `runId`, `node` and `error`. Null for none.',
    ),
})
export type CreateWorkflow = z.output<typeof CreateWorkflow>

export const UpdateWorkflow = CreateWorkflow.partial()
export type UpdateWorkflow = z.output<typeof UpdateWorkflow>

export const templateGroups = ['posts', 'clients', 'inbox', 'housekeeping', 'ai'] as const
export type TemplateGroup = (typeof templateGroups)[number]

export const WorkflowTemplate = named('WorkflowTemplate', {
  id: z.string().describe('The template’s stable id.'),
  group: z.enum(templateGroups).describe('The gallery’s section for the template.'),
  name: z.string().describe('The display name, at most 200 characters.'),
  description: z.string().describe('What the workflow does.'),
  graph: WorkflowGraph.describe('The graph to start from.'),
})
export type WorkflowTemplate = z.output<typeof WorkflowTemplate>
