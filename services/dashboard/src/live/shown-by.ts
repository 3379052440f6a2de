import type { QueryKey } from '@tanstack/react-query'

const cards: readonly QueryKey[] = [['cards'], ['attention']]
const attention: readonly QueryKey[] = [['attention']]
const workflows: readonly QueryKey[] = [['workflows', 'list'], ['workflows', 'runs'], ...attention]

const shown = new Map<string, readonly QueryKey[]>(
  Object.entries({
    activity: attention,
    task: cards,
    link: cards,
    timeline: [['cards', 'timeline']],
    post: cards,
    contact: cards,
    quote: cards,
    support: cards,
    asset: [
      ['assets', 'newest'],
      ['assets', 'usage'],
    ],
    // A renamed file may be on any loaded page.
    'asset.changed': [
      ['assets', 'library'],
      ['assets', 'one'],
    ],
    // Some steps and templates need an account.
    channel: [['channels'], ['workflows', 'nodes'], ['workflows', 'templates'], ...attention],
    notification: [['notifications']],
    org: [['attention'], ['me'], ['orgs'], ['members'], ['invitations'], ['api-keys']],
    credits: [['credits'], ['plan']],
    invoice: [['invoices'], ['schedules', 'one'], ['attention'], ['bank']],
    schedule: [['schedules'], ['invoices', 'summary'], ['attention']],
    estimate: [['estimates']],
    customer: [['customers']],
    offer: [['offers']],
    ticket: [['happenings']],
    agent_run: [['agent-runs']],
    approval: [['approvals'], ...attention],
    workflow: workflows,
    // Open canvases show the saved version, or say that there is one.
    'workflow.saved': [
      ['workflows', 'list'],
      ['workflows', 'labels'],
      ['workflows', 'one'],
      ['workflows', 'versions'],
    ],
    'workflow.run_queued': [
      ['workflows', 'list'],
      ['workflows', 'runs'],
    ],
    'workflow.run_finished': [...workflows, ['zen'], ['cards', 'chains']],
    settings: [['settings']],
    site: [['sites']],
    // This event is far more frequent than the other workflow events.
    'workflow.webhook_attempted': [
      ['webhooks', 'deliveries'],
      ['webhooks', 'endpoints'],
    ],
  }),
)

/** Returns the keys of the queries to refresh after this event type. */
export const shownBy = (type: string): readonly QueryKey[] =>
  shown.get(type) ?? shown.get(type.split('.', 1)[0] ?? '') ?? []

/** The keys of all queries that an event can change, each once. */
export const changedByEvents: readonly QueryKey[] = [
  ...new Map([...shown.values()].flat().map((key) => [JSON.stringify(key), key])).values(),
]
