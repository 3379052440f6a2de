import type { WorkflowItem } from '@atrium/contracts'
import { missingField } from '../engine/index.ts'

export function messageIdOf(item: WorkflowItem): string {
  const own = item.source?.scheme === 'mailbox' ? item.externalId : undefined
  const named = Object.hasOwn(item.json, 'messageId') ? item.json['messageId'] : undefined
  const id = own ?? (typeof named === 'string' ? named : undefined)
  if (id === undefined || id === '') throw missingField('messageId')
  return id
}
