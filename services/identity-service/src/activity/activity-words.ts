import { auditActions } from '@atrium/contracts'

/** The words for each kind. If a kind has variants, the title depends on the variant. */
const titles: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  ...auditActions,
  'task.created': { '': 'Card created', post: 'Post created' },
  'task.status_changed': {
    todo: 'Card moved to To do',
    doing: 'Card moved to In progress',
    done: 'Card done',
    archived: 'Card archived',
    failed: 'Card needs your attention',
  },
  'task.deleted': { '': 'Card deleted', post: 'Post deleted' },
  'lead.received': {
    quote: 'Quote requested',
    contact_form: 'Message from a visitor',
    waiting_list: 'Somebody joined a waiting list',
    signup: 'Somebody signed up',
  },
  'post.reviewed': 'Post approved',
  'post.posted': 'Post published',
  'post.failed': 'Post failed',
  'post.unconfirmed': 'Post not confirmed by the network',
  'post.posted_by_hand': 'Post published by a member',
  'site.published': 'Site published',
  'site.unpublished': 'Site taken offline',
  'channel.connected': 'Account connected',
  'channel.invalidated': 'Account needs to be reconnected',
  'channel.forgotten': 'Account disconnected',
  'invoice.overdue': 'Invoice overdue',
  'invoice.payment_reversed': {
    refunded: 'Payment refunded',
    disputed: 'Payment disputed',
    dispute_won: 'Dispute won',
    dispute_lost: 'Dispute lost',
  },
  'ticket.ordered': 'Tickets ordered',
  'workflow.run_failed': 'Workflow failed',
  'agent_run.changed': {
    succeeded: 'Agent task done',
    failed: 'Agent task failed',
    lost: 'Agent task lost its computer',
    cancelled: 'Agent task cancelled',
  },
  'approval.changed': {
    pending: 'A workflow asks for your approval',
    expired: 'A request for your approval expired',
  },
}

/** Returns what happened, in words. An unknown kind is named by its own words. */
export function activityTitle(kind: string, variant: string): string {
  const title = titles[kind]
  if (typeof title === 'string') return title
  return title?.[variant] ?? kind.replaceAll(/[._]/g, ' ')
}

interface Target {
  readonly type: string
  readonly id: string
  readonly name: string
}

/**
 * Returns the record's name and the note. A session has no name, and an action on one's own account
 * is already named by its actor.
 */
export function activityDetail(target: Target, note: string, actorId: string | null): string {
  const isImplied = target.type === 'session' || target.type === 'settings' || target.id === actorId
  return [isImplied ? '' : target.name, note].filter((text) => text !== '').join(' · ')
}

const pages: Readonly<Record<string, (id: string) => string>> = {
  card: (id) => `/board?card=${id}`,
  post: (id) => `/posts/${id}`,
  site: (id) => `/sites/${id}`,
  channel: () => '/channels',
  invoice: (id) => `/invoices/${id}`,
  credits: () => '/settings/billing',
  credit_note: () => '/invoices',
  estimate: (id) => `/estimates/${id}`,
  customer: (id) => `/customers/${id}`,
  offer: (id) => `/products/${id}`,
  schedule: (id) => `/subscriptions/${id}`,
  happening: (id) => `/events/${id}`,
  agent_run: (id) => `/agent-tasks/${id}`,
  approval: () => '/approvals',
  member: () => '/settings/members',
  invitation: () => '/settings/members',
}

const isGone = (kind: string): boolean => /\.(?:deleted|anonymised|forgotten|merged)$/.test(kind)

/** Returns the record's page. Null if the record has none or is deleted. */
export function activityPage(kind: string, { type, id }: Pick<Target, 'type' | 'id'>) {
  if (isGone(kind)) return null
  if (type === 'run') {
    const [workflowId = '', runId = ''] = id.split('/').map(encodeURIComponent)
    return `/workflows/${workflowId}?run=${runId}`
  }
  return pages[type]?.(encodeURIComponent(id)) ?? null
}
