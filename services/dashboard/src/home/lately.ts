import { type Card, type CardStatus, cardTitle, type EventEnvelope } from '@atrium/contracts'
import { statusLabel } from '../ui/status-badge.tsx'

export interface Happening {
  readonly id: string
  readonly at: string
  readonly text: string
  /** The record's title, written by a user. */
  readonly title: string
  readonly href: string | undefined
}

const shownAtMost = 12

type Data = Readonly<Record<string, unknown>>
const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

const cardHref = (id: string, isPost: boolean): string =>
  isPost ? `/posts/${encodeURIComponent(id)}` : `/board?card=${encodeURIComponent(id)}`

/** Returns an event's page. Undefined if its record has no page. */
function findHref(type: string, data: Data): string | undefined {
  if (type === 'task.deleted') return undefined
  if (type.startsWith('channel.')) return '/channels'
  const id = (name: string) => encodeURIComponent(toText(data[name]))
  if (toText(data['taskId']) !== '') {
    return cardHref(toText(data['taskId']), type.startsWith('post.') || data['kind'] === 'post')
  }
  if (id('invoiceId') !== '') return `/invoices/${id('invoiceId')}`
  if (id('siteId') !== '') return `/sites/${id('siteId')}`
  return id('workflowId') === '' ? undefined : `/workflows/${id('workflowId')}?run=${id('runId')}`
}

const sentences: ReadonlyMap<string, (data: Data) => string | undefined> = new Map([
  ['task.created', () => 'Card created'],
  ['task.updated', () => 'Card changed'],
  ['task.status_changed', (data: Data) => `Moved to ${statusLabel(data['status'] as CardStatus)}`],
  ['task.deleted', () => 'Card deleted'],
  ['quote.submitted', () => 'Quote requested'],
  ['support.requested', () => 'Support requested'],
  ['post.reviewed', () => 'Post approved'],
  ['post.posted', () => 'Post published'],
  ['post.failed', () => 'Post failed'],
  ['post.unconfirmed', () => 'Post not confirmed by the network'],
  ['post.posted_by_hand', () => 'Post published by a member'],
  ['channel.connected', () => 'Account connected'],
  ['channel.invalidated', () => 'Account needs to be reconnected'],
  ['site.published', () => 'Site published'],
  ['invoice.finalized', () => 'Invoice issued'],
  ['invoice.overdue', () => 'Invoice overdue'],
  ['invoice.paid', () => 'Invoice paid'],
  ['workflow.run_finished', (data: Data) => `Workflow run ${toText(data['status'])}`],
])

/** Describes an event. Returns undefined if the event is no news. */
export function toHappening({ id, type, occurredAt, data }: EventEnvelope): Happening | undefined {
  const facts = data as Data
  // Posts have a separate event for a status change.
  if (type === 'task.status_changed' && facts['kind'] === 'post') return undefined
  const text = sentences.get(type)?.(facts)
  if (text === undefined) return undefined
  const title =
    ['title', 'name', 'number', 'error'].map((name) => toText(facts[name])).find(Boolean) ?? ''
  return { id, at: occurredAt, text, title, href: findHref(type, facts) }
}

const ofCard = (card: Card): Happening => ({
  id: card.id,
  at: card.updatedAt,
  text: card.createdAt === card.updatedAt ? 'Card created' : 'Card changed',
  title: cardTitle(card),
  href: cardHref(card.id, card.kind === 'post'),
})

/**
 * Lists the events seen by this page, then the latest cards. A record is listed once for each kind
 * of news.
 */
export function listRecent(events: readonly EventEnvelope[], cards: readonly Card[]): Happening[] {
  const seen = new Set<string>()
  const news = events.toReversed().flatMap((event) => {
    const happening = toHappening(event)
    if (happening === undefined) return []
    const key = `${happening.text} ${happening.href ?? happening.id}`
    if (seen.has(key)) return []
    seen.add(key)
    return [happening]
  })
  const newsHrefs = new Set(news.map(({ href }) => href))
  const before = cards.map(ofCard).filter(({ href }) => !newsHrefs.has(href))
  return [...news, ...before]
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, shownAtMost)
}
