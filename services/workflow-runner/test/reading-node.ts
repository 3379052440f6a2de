import type { WorkflowItem } from '@atrium/contracts'
import { testNode } from './recorded-run.ts'

/** Builds a step that emits items like a reading step. */
export const reader = (type: string, key: string, list: WorkflowItem[]) =>
  testNode(type, () => ({
    outputs: { main: list },
    reads: { key, items: list.map(({ externalId = '' }) => [externalId, 'v1'] as const), gone: [] },
  }))

export const record = (externalId: string, json: Record<string, unknown>): WorkflowItem => ({
  externalId,
  json,
})
