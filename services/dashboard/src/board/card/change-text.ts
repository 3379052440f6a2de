import type { CardStatus, TimelineEntry } from '@atrium/contracts'
import { statusLabel } from '../../ui/status-looks.ts'
import { describeDue } from '../due.ts'
import { fieldLabel } from './card-words.ts'

export function changeText({
  kind,
  body,
  change,
}: Pick<TimelineEntry, 'kind' | 'body' | 'change'>): string {
  const { from, to, fields } = change ?? {}
  const status = (value: string) => statusLabel(value as CardStatus)
  switch (kind) {
    case 'history.moved':
      return from == null || to == null ? body : `moved it from ${status(from)} to ${status(to)}`
    case 'history.created':
      return 'created it'
    case 'history.approved':
      return 'approved it'
    case 'history.posted':
      return to === 'posted_by_hand' ? 'posted it' : 'published it'
    case 'history.failed':
      return 'marked it as failed'
    case 'history.rescheduled':
      return to == null ? 'removed the due date' : `set the due date to ${describeDue(to)}`
    case 'history.changed':
      return `changed ${(fields ?? []).map((name) => fieldLabel(name).toLowerCase()).join(', ')}`
    default:
      return body
  }
}
