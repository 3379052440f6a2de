import type { CardChange } from '@atrium/contracts'
import type { CardRow } from '../database.ts'
import { writeDue } from '../due-days/due.ts'

export interface HistoryEntry {
  kind: 'created' | 'changed' | 'moved' | 'approved' | 'rescheduled' | 'posted' | 'failed'
  body: string
  change: CardChange
}

const kindOfMove: Partial<Record<CardRow['status'], HistoryEntry['kind']>> = {
  reviewed: 'approved',
  posted: 'posted',
  posted_by_hand: 'posted',
  failed: 'failed',
}

const names: Readonly<Record<string, string>> = {
  dueDate: 'due date',
  body: 'text',
  post: 'post details',
  assigneeId: 'assignee',
  customerId: 'customer',
  columnId: 'column',
}
const named = (status: string): string => status.replaceAll('_', ' ')
const moment = (date: Date | null): string | null => date?.toISOString() ?? null

export const toCreationEntry = (card: CardRow): HistoryEntry => ({
  kind: 'created',
  body: `Created as ${named(card.status)}`,
  change: { to: card.status },
})

/**
 * Returns a change's history entries, without user-written text. If a claim releases a post, this
 * does not count as an approval.
 */
export function toChangeEntries(
  before: CardRow,
  after: CardRow,
  changed: readonly string[],
): HistoryEntry[] {
  const moved = before.status !== after.status
  const entries: HistoryEntry[] = moved ? [toMoveEntry(before, after)] : []
  const approved = entries[0]?.kind === 'approved'
  const due = changed.includes('dueDate') && !approved
  // A move to another status says enough about the column.
  const fields = changed.filter(
    (name) => name !== 'status' && name !== 'dueDate' && !(moved && name === 'columnId'),
  )
  if (fields.length > 0) {
    const list = fields.map((name) => names[name] ?? name).join(', ')
    entries.push({ kind: 'changed', body: `Changed ${list}`, change: { fields } })
  }
  if (due) {
    const [from, to] = [writeDue(before), writeDue(after)]
    const body = to === null ? 'Due date removed' : `Due date set to ${to}`
    entries.push({ kind: 'rescheduled', body, change: { from, to } })
  }
  return entries
}

function toMoveEntry(before: CardRow, after: CardRow): HistoryEntry {
  const change = { from: before.status, to: after.status }
  const kind =
    before.status === 'posting' && after.status === 'reviewed' ? 'moved' : kindOfMove[after.status]
  const bodies: Partial<Record<HistoryEntry['kind'], string>> = {
    approved: `Approved${after.due_date === null ? '' : `, due ${moment(after.due_date)}`}`,
    posted: after.status === 'posted_by_hand' ? 'Posted by hand' : 'Posted',
    failed: 'Failed',
  }
  const body =
    bodies[kind ?? 'moved'] ?? `Moved from ${named(before.status)} to ${named(after.status)}`
  return { kind: kind ?? 'moved', body, change }
}
