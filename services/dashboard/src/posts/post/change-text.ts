import { CardStatus, type TimelineEntry } from '@atrium/contracts'
import { statusLabel } from '../../ui/status-looks.ts'

const fields: Readonly<Record<string, string>> = {
  title: 'the title',
  body: 'the text',
  tags: 'the tags',
  dueDate: 'the time',
  destination: 'the destination',
  fields: 'details',
  post: 'the post',
}

const stateName = (status: string | null | undefined): string => {
  const parsed = CardStatus.safeParse(status)
  return parsed.success ? statusLabel(parsed.data) : (status ?? 'nothing')
}

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const moment = (at: string | null | undefined): string =>
  at == null || Number.isNaN(Date.parse(at)) ? 'no date' : exact.format(new Date(at))

/** Describes a timeline entry: the user's own text, or the change that the board recorded. */
export function changeText({
  kind,
  body,
  change,
}: Pick<TimelineEntry, 'kind' | 'body' | 'change'>): string {
  if (change === undefined) return kind === 'review' ? `Sent back: ${body}` : body
  const named = (change.fields ?? []).map((name) => fields[name] ?? name).join(', ')
  const texts: Readonly<Record<string, string>> = {
    'history.created': 'Created',
    'history.changed': `Changed ${named || 'the post'}`,
    'history.moved': `${stateName(change.from)} → ${stateName(change.to)}`,
    'history.approved': 'Approved',
    'history.rescheduled': `Moved from ${moment(change.from)} to ${moment(change.to)}`,
    'history.posted': 'Published',
    'history.failed': 'Failed',
  }
  return texts[kind] ?? (body || kind)
}
