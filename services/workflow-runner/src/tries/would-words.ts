import type { Effect } from './stand-in-board.ts'

/** Each action as a verb, with its object in singular and plural. */
const words: Readonly<Record<string, readonly [verb: string, one: string, many: string]>> = {
  create_card: ['create', 'card', 'cards'],
  create_post: ['create', 'post', 'posts'],
  update_card: ['update', 'card', 'cards'],
  delete_card: ['delete', 'card', 'cards'],
  capture_link: ['save', 'link', 'links'],
  append_timeline: ['add', 'timeline entry', 'timeline entries'],
  send_email: ['send', 'mail', 'mails'],
  deliver_webhook: ['deliver', 'webhook', 'webhooks'],
  queue_agent_run: ['queue', 'agent task', 'agent tasks'],
  ask_approval: ['ask for', 'approval', 'approvals'],
  file_document: ['file', 'document', 'documents'],
}

/**
 * Describes what a try would have done, for example "Would create 1 post, send 2 mails". Returns
 * undefined if there is no effect.
 */
export function describeEffects(effects: readonly Effect[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { action } of effects) counts.set(action, (counts.get(action) ?? 0) + 1)
  const parts = [...counts].map(([action, count]) => {
    const [verb, one, many] = words[action] ?? ['act', 'time', 'times']
    return `${verb} ${count} ${count === 1 ? one : many}`
  })
  return parts.length === 0 ? undefined : `Would ${parts.join(', ')}`
}

/**
 * What nodes report after a real run, and its text in a try. The text is empty if the effects
 * already say it.
 */
const claims: readonly (readonly [claim: RegExp, text: string])[] = [
  [/^Posts created: \d+$/, ''],
  [/^scheduled: (?=\d+, the first at )/, 'would schedule '],
  [/, \d+ newly filed$/, ''],
]

const rewordClaims = (note: string): string =>
  claims.reduce((text, [claim, would]) => text.replace(claim, would), note)

/** Returns what the node would do and its own notes, without claims that it was done. */
export function describeTry(message: string | undefined, effects: readonly Effect[]): string {
  const ownWords = (message ?? '')
    .split('; ')
    .map(rewordClaims)
    .filter((part) => part !== '')
  const would = describeEffects(effects)
  return [...(would === undefined ? [] : [would]), ...ownWords].join('; ')
}
