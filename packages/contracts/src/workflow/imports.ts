import { z } from 'zod'
import { byShortId, named, pageQuery, Timestamp } from '../core/schemas.ts'
import { listed, noContent, page, tagged } from '../core/tagged.ts'

const workflows = tagged('Workflows')

/** The limits for the source and external id in the ledger, in characters. */
export const ledgerLimits = { source: 200, externalId: 500 } as const

/** The limits for the source and external id of a waiting item, in characters. */
const waitingKeyLimits = { source: 2_000, externalId: 2_000 } as const

/** A workflow's final verdict on an item of a source. */
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
  sdk: 'workflows.imports',
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
    sdk: 'workflows.forgetImport',
    summary: 'Let an item be judged again',
    params: byShortId.extend({
      source: z.string().max(ledgerLimits.source),
      externalId: z.string().max(ledgerLimits.externalId),
    }),
    responses: noContent('Forgotten'),
  },
)

/** An item that a step refused. The next run offers it again. */
export const WaitingItem = named('WaitingItem', {
  source: z.string(),
  externalId: z.string(),
  title: z.string(),
  reason: z.string(),
  attempts: z.number().int(),
  updatedAt: Timestamp,
})
export type WaitingItem = z.output<typeof WaitingItem>

const waitingItemKey = byShortId.extend({
  source: z.string().max(waitingKeyLimits.source),
  externalId: z.string().max(waitingKeyLimits.externalId),
})

export const listWaitingItems = oneWorkflow.get('listWaitingItems', '/waiting-items', {
  sdk: 'workflows.waitingItems',
  summary: 'The items that steps refused, those with the most attempts first',
  description:
    'The next run offers every item again that a step refused, until a run completes with it or a person lets it go. If steps refused more than 20 items at least 10 times, these take turns: 20 of them in a run.',
  query: z.object(pageQuery),
  responses: page(WaitingItem),
})

export const letWaitingItemGo = workflows.org.delete(
  'letWaitingItemGo',
  '/api/workflows/{id}/waiting-items/{source}/{externalId}',
  {
    sdk: 'workflows.letWaitingItemGo',
    summary: 'Let an item go',
    description: 'No run is offered it again, unless it changes in its source.',
    params: waitingItemKey,
    responses: noContent('Let go'),
  },
)

export const cursorKinds = ['watermark', 'calendar'] as const

/** How far a workflow has read: the watermark of its runs, or a calendar's sync token. */
export const WorkflowCursor = named('WorkflowCursor', {
  kind: z.enum(cursorKinds),
  key: z.string(),
  value: z.unknown(),
  updatedAt: Timestamp,
})
export type WorkflowCursor = z.output<typeof WorkflowCursor>

export const listCursors = oneWorkflow.get('listCursors', '/cursors', {
  sdk: 'workflows.cursors',
  summary: 'The watermarks and calendar cursors of a workflow',
  responses: listed('Cursors', WorkflowCursor),
})

export const clearCursors = oneWorkflow.delete('clearCursors', '/cursors', {
  sdk: 'workflows.clearCursors',
  summary: 'Let a workflow read its sources from the start',
  description:
    'All of them, or those of a kind, or with a key. A run that goes on may set them again at its end.',
  query: z.object({
    kind: z.enum(cursorKinds).optional().describe('Only those of this kind'),
    key: z.string().max(500).optional().describe('Only the one with this name'),
  }),
  responses: noContent('Cleared'),
})
