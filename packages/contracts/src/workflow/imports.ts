import { z } from 'zod'
import { byShortId, named, pageQuery, Timestamp } from '../core/schemas.ts'
import { listed, noContent, page, tagged } from '../core/tagged.ts'

const workflows = tagged('Workflows')

/** The longest source and the longest external id of the ledger, in characters. */
export const ledgerLimits = { source: 200, externalId: 500 } as const

/** A terminal verdict of a workflow on an item of a source. */
export const WorkflowImport = named('WorkflowImport', {
  source: z.string(),
  externalId: z.string(),
  /** `pending` while a run has claimed the item and has not ended. */
  verdict: z.string(),
  /** Null for a verdict from before runs were recorded. */
  runId: z.string().nullable(),
  createdAt: Timestamp,
})
export type WorkflowImport = z.output<typeof WorkflowImport>

const oneWorkflow = workflows.org.at('/api/workflows/{id}', byShortId)

export const listImports = oneWorkflow.get('listImports', '/imports', {
  summary: 'The import ledger of a workflow, newest first',
  query: z.object({
    ...pageQuery,
    verdict: z.string().max(100).optional(),
    source: z.string().max(ledgerLimits.source).optional(),
  }),
  responses: page(WorkflowImport),
})

export const forgetImport = workflows.org.delete(
  'forgetImport',
  '/api/workflows/{id}/imports/{source}/{externalId}',
  {
    summary: 'Let an item be judged again',
    params: byShortId.extend({
      source: z.string().max(ledgerLimits.source),
      externalId: z.string().max(ledgerLimits.externalId),
    }),
    responses: noContent('Forgotten'),
  },
)

export const cursorKinds = ['watermark', 'calendar'] as const

/** The progress of a workflow's reading: a watermark of its runs, or the sync token of a calendar. */
export const WorkflowCursor = named('WorkflowCursor', {
  kind: z.enum(cursorKinds),
  key: z.string(),
  value: z.unknown(),
  updatedAt: Timestamp,
})
export type WorkflowCursor = z.output<typeof WorkflowCursor>

export const listCursors = oneWorkflow.get('listCursors', '/cursors', {
  summary: 'The watermarks and calendar cursors of a workflow',
  responses: listed('Cursors', WorkflowCursor),
})

export const clearCursors = oneWorkflow.delete('clearCursors', '/cursors', {
  summary: 'Let a workflow read its sources from the start',
  description:
    'All of them, or those of a kind, or with a key. A run that goes on may set them again at its end.',
  query: z.object({
    kind: z.enum(cursorKinds).optional().describe('Only those of this kind'),
    key: z.string().max(500).optional().describe('Only the one with this name'),
  }),
  responses: noContent('Cleared'),
})
