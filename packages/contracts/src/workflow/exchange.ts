import { z } from 'zod'
import { fileName } from '../core/headers.ts'
import { GivenName, named } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
import { Tags } from '../core/tags.ts'
import { WorkflowGraph, WorkflowGraphInput } from './graph.ts'
import { Workflow, WorkflowDescription, WorkflowFolder } from './workflow.ts'

const workflows = tagged('Workflows').org

export const importOutcomes = ['mapped', 'approximated', 'missing'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** What the import made of another system's step. */
export const ImportNote = named('WorkflowImportNote', {
  nodeName: z.string().describe('The step’s name in the file.'),
  type: z.string().describe('The step’s type in the file, for example `n8n-nodes-base.set`.'),
  outcome: z
    .enum(importOutcomes)
    .describe(
      '`mapped` does the same here, `approximated` needs a look, and `missing` has no counterpart.',
    ),
  message: z.string().describe('What happened to the step, and what to do.'),
})
export type ImportNote = z.output<typeof ImportNote>

/** A workflow as another system’s file becomes it. */
export const ReadWorkflow = named('WorkflowReadFromFile', {
  name: z.string().describe('The workflow’s name in the file.'),
  graph: WorkflowGraph.describe('The nodes and edges to create a workflow with.'),
  notes: z
    .array(ImportNote)
    .describe('What became of each step. Every step of the file has at least one note.'),
})
export type ReadWorkflow = z.output<typeof ReadWorkflow>

/** The most workflows in one imported file. */
export const maxImportedWorkflows = 1_000

const exportedShape = {
  name: GivenName.describe('The display name, at most 200 characters.'),
  description: WorkflowDescription.default(null).describe(
    'What the workflow is for. Null if unset.',
  ),
  folder: WorkflowFolder.default(null).describe(
    'The folder that the list shows the workflow in. Null without a folder.',
  ),
  tags: Tags.default([]).describe('Words to filter by, each once.'),
}

/** Workflows as a file for another organisation to import. */
export const WorkflowFile = named('WorkflowFile', {
  version: z.literal(1).describe('The version of this format.'),
  workflows: z
    .array(
      z.object({
        ...exportedShape,
        graph: WorkflowGraph.describe(
          'The graph without accounts and without the secrets that the names of fields, headers and parameters show. Addresses that steps call stay, without user, password and secret parameters. A step that runs another workflow of the file names it by its place, for example `workflows[0]`.',
        ),
      }),
    )
    .describe('The workflows, the oldest first.'),
})
export type WorkflowFile = z.output<typeof WorkflowFile>

/** A file as an import accepts it. Each workflow is an `ImportedWorkflow`. */
export const WorkflowFileInput = z.strictObject({
  version: z.literal(1),
  workflows: z.array(z.unknown()).min(1).max(maxImportedWorkflows),
})
export const ImportedWorkflow = z.strictObject({ ...exportedShape, graph: WorkflowGraphInput })

export const exportWorkflows = workflows.get('exportWorkflows', '/api/workflows/export', {
  sdk: 'workflows.export',
  summary: 'All workflows, or chosen ones, as one file',
  description:
    'The file holds no accounts, no addresses of webhooks and no values that are named like a secret, for example `token`. Addresses that steps call stay in the file. Check texts and addresses before you pass it on. `POST /api/workflows/import` reads it.',
  query: z.object({
    id: z
      .union([z.string().max(200), z.array(z.string().max(200)).max(100)])
      .optional()
      .describe('Only this workflow. Repeat it for several. 404 if one does not exist.'),
  }),
  responses: ok('The workflows', WorkflowFile, fileName),
  example: { query: { id: '{createWorkflow.id}' } },
})

export const importWorkflows = workflows.post('importWorkflows', '/api/workflows/import', {
  sdk: 'workflows.import',
  summary: 'Import workflows from a file',
  description:
    '`atrium` saves all workflows of an exported file as new, inactive workflows of the caller, or none. `n8n` saves nothing: the response is a graph for `POST /api/workflows`, with notes about each step. Code in the file is never executed.',
  body: z.discriminatedUnion('source', [
    z.strictObject({
      source: z.literal('atrium').describe('A file of `GET /api/workflows/export`.'),
      document: z
        .unknown()
        .describe('The JSON of the file. The request has at most 8 MiB, and each workflow 1 MiB.'),
    }),
    z.strictObject({
      source: z.literal('n8n').describe('A workflow that n8n wrote.'),
      document: z.unknown().describe('The JSON of the file, at most 1 MiB.'),
    }),
  ]),
  idempotent: true,
  largeBody: true,
  responses: ok(
    'The new workflows, or the workflow that the file becomes',
    z.union([
      z.object({ items: z.array(Workflow).describe('The new workflows, in the file’s order.') }),
      ReadWorkflow,
    ]),
  ),
  errors: ['workflow_invalid'],
  example: {
    body: {
      source: 'n8n',
      document: {
        name: 'Note large orders',
        nodes: [
          {
            name: 'New order',
            type: 'n8n-nodes-base.webhook',
            typeVersion: 2,
            position: [0, 0],
            parameters: { path: 'orders', httpMethod: 'POST' },
          },
          {
            name: 'Large?',
            type: 'n8n-nodes-base.if',
            typeVersion: 2,
            position: [220, 0],
            parameters: {
              conditions: {
                combinator: 'and',
                conditions: [
                  {
                    leftValue: '={{ $json.body.total }}',
                    rightValue: 100,
                    operator: { type: 'number', operation: 'gt' },
                  },
                ],
              },
            },
          },
          {
            name: 'Compute the discount',
            type: 'n8n-nodes-base.code',
            typeVersion: 2,
            position: [440, 0],
            parameters: { jsCode: 'return $input.all()' },
          },
        ],
        connections: {
          'New order': { main: [[{ node: 'Large?', type: 'main', index: 0 }]] },
          'Large?': { main: [[{ node: 'Compute the discount', type: 'main', index: 0 }]] },
        },
      },
    },
  },
})
