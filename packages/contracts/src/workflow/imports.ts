import { z } from 'zod'
import { byShortId, named, pageQuery, Timestamp, UpdatedAt } from '../core/schemas.ts'
import { listed, noContent, page, tagged } from '../core/tagged.ts'

const workflows = tagged('Workflows')

/** The limits for the source and external id in the ledger, in characters. */
export const ledgerLimits = { source: 200, externalId: 500 } as const

/** The limits for the source and external id of a waiting item, in characters. */
const waitingKeyLimits = { source: 2_000, externalId: 2_000 } as const

/** A workflow's final verdict on a source's item. */
export const WorkflowImport = named('WorkflowImport', {
  source: z.string().describe('The item’s source.'),
  externalId: z.string().describe('The item’s id at its source.'),
  verdict: z
    .string()
    .describe(
      'What the workflow decided. `pending` while a run has claimed the item and has not ended.',
    ),
  runId: z
    .string()
    .nullable()
    .describe('The run that decided. Null for a verdict from before runs were recorded.'),
  createdAt: Timestamp.describe('When the workflow decided.'),
})
export type WorkflowImport = z.output<typeof WorkflowImport>

const oneWorkflow = workflows.org.at('/api/workflows/{id}', byShortId)

export const listImports = oneWorkflow.get('listImports', '/imports', {
  sdk: 'workflows.imports',
  summary: 'The imported items of a workflow, newest first',
  query: z.object({
    ...pageQuery,
    verdict: z.string().max(100).optional().describe('Returns only imports with this verdict.'),
    source: z
      .string()
      .max(ledgerLimits.source)
      .optional()
      .describe('Returns only records from this source.'),
  }),
  responses: page(WorkflowImport),
  example: { query: { source: 'dedupe:once' } },
})

export const forgetImport = workflows.org.delete(
  'forgetImport',
  '/api/workflows/{id}/imports/{source}/{externalId}',
  {
    sdk: 'workflows.forgetImport',
    summary: 'Let the workflow judge an item again',
    params: byShortId.extend({
      source: z.string().max(ledgerLimits.source).describe('The import’s source.'),
      externalId: z.string().max(ledgerLimits.externalId).describe('The item’s id at its source.'),
    }),
    responses: noContent('Forgotten'),
    example: {
      params: {
        source: '{listImports.items.0.source}',
        externalId: '{listImports.items.0.externalId}',
      },
    },
  },
)

/** An item refused by a step. The next run offers it again. */
export const WaitingItem = named('WaitingItem', {
  source: z.string().describe('The reading step and its source, as in the cursors.'),
  externalId: z.string().describe('The item’s id at its source.'),
  title: z.string().describe('The item’s title. Its id if it has no title.'),
  reason: z.string().describe('Why a step last refused the item. Empty if no step has reached it.'),
  attempts: z.number().int().describe('The number of runs in which a step refused the item.'),
  updatedAt: Timestamp.describe('When the item was last tried.'),
})
export type WaitingItem = z.output<typeof WaitingItem>

const waitingItemKey = byShortId.extend({
  source: z.string().max(waitingKeyLimits.source).describe('The import’s source.'),
  externalId: z.string().max(waitingKeyLimits.externalId).describe('The item’s id at its source.'),
})

export const listWaitingItems = oneWorkflow.get('listWaitingItems', '/waiting-items', {
  sdk: 'workflows.waitingItems',
  summary: 'The items that steps refused, those with the most attempts first',
  description:
    'The next run retries every item that a step refused, until a run completes with the item or a user drops it. An item that was refused at least 10 times is retried once a day. If there are more than 20 of these, each run retries 20 of them in turn.',
  query: z.object(pageQuery),
  responses: page(WaitingItem),
  example: { params: { id: '{refusing.id}' } },
})

export const letWaitingItemGo = workflows.org.delete(
  'letWaitingItemGo',
  '/api/workflows/{id}/waiting-items/{source}/{externalId}',
  {
    sdk: 'workflows.letWaitingItemGo',
    summary: 'Drop an item',
    description: 'No run retries the item, unless it changes at its source.',
    params: waitingItemKey,
    responses: noContent('Dropped'),
    example: {
      params: {
        id: '{refusing.id}',
        source: '{listWaitingItems.items.0.source}',
        externalId: '{listWaitingItems.items.0.externalId}',
      },
    },
  },
)

export const cursorKinds = ['watermark', 'calendar'] as const

/** How far a workflow has read: its runs' watermark, or a calendar's sync token. */
export const WorkflowCursor = named('WorkflowCursor', {
  kind: z
    .enum(cursorKinds)
    .describe('`watermark` for a run’s progress, or `calendar` for a calendar’s sync token.'),
  key: z.string().describe('The cursor’s name in its workflow.'),
  value: z.unknown().describe('How far the source has been read, in the node’s own format.'),
  updatedAt: UpdatedAt,
})
export type WorkflowCursor = z.output<typeof WorkflowCursor>

export const listCursors = oneWorkflow.get('listCursors', '/cursors', {
  sdk: 'workflows.cursors',
  summary: 'The watermarks and calendar cursors of a workflow',
  responses: listed('All cursors of the workflow.', WorkflowCursor),
  example: { params: { id: '{reading.id}' } },
})

export const clearCursors = oneWorkflow.delete('clearCursors', '/cursors', {
  sdk: 'workflows.clearCursors',
  summary: 'Let a workflow read its sources again from the start',
  description:
    'Clears all cursors, those of one kind, or the one with this key. A running run may set them again when it ends.',
  query: z.object({
    kind: z.enum(cursorKinds).optional().describe('Returns only cursors of this kind.'),
    key: z.string().max(500).optional().describe('Returns only the cursor with this name.'),
  }),
  responses: noContent('Cleared'),
  example: { params: { id: '{reading.id}' }, query: { kind: 'watermark' } },
})
