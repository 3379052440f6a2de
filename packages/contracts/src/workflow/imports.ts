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

export const waitingStates = ['waiting', 'given_up'] as const

/** An item that a step rejected. It will be offered to the workflow again. */
export const WaitingItem = named('WaitingItem', {
  source: z.string(),
  externalId: z.string(),
  title: z.string(),
  reason: z.string(),
  attempts: z.number().int(),
  state: z.enum(waitingStates),
  nextAttemptAt: Timestamp.nullable(),
  updatedAt: Timestamp,
})
export type WaitingItem = z.output<typeof WaitingItem>

const waitingItemKey = byShortId.extend({
  source: z.string().max(waitingKeyLimits.source),
  externalId: z.string().max(waitingKeyLimits.externalId),
})

export const listWaitingItems = oneWorkflow.get('listWaitingItems', '/waiting-items', {
  sdk: 'workflows.waitingItems',
  summary: 'The items that steps refused, those that were given up first',
  description:
    'An item that a step refuses is offered to the next runs: at once twice, then after 30 minutes, then after twice as long each time, at most a day. After 10 attempts it is given up: it is kept, and a person tries it again or lets it go.',
  query: z.object({
    ...pageQuery,
    state: z.enum(waitingStates).optional().describe('Only those in this state'),
  }),
  responses: page(WaitingItem),
})

export const retryWaitingItem = workflows.org.post(
  'retryWaitingItem',
  '/api/workflows/{id}/waiting-items/{source}/{externalId}/retry',
  {
    sdk: 'workflows.retryWaitingItem',
    summary: 'Offer an item to the next run again',
    description: 'Its attempts count from the start.',
    params: waitingItemKey,
    responses: noContent('Offered again'),
  },
)

export const retryGivenUpItems = oneWorkflow.post('retryGivenUpItems', '/waiting-items/retry', {
  sdk: 'workflows.retryGivenUpItems',
  summary: 'Offer all items that were given up to the next run again',
  responses: noContent('Offered again'),
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
