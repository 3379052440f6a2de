import { activityConsumerName, type EventEnvelope } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { Database, Transaction } from '../database.ts'
import {
  findUserName,
  insertActivity,
  isPersonRemoved,
  lockCardEntries,
  removePerson,
} from './activity.db.ts'
import { type ActivityRule, activityRules, removedPerson } from './activity-rules.ts'

/**
 * Lists the events of all services in the recent activity. The entry id comes from the event id, so
 * a redelivery lists nothing twice.
 */
export const activityConsumers: readonly EventConsumer<Database>[] = activityRules.map((rule) =>
  eventConsumer(activityConsumerName(rule.event), rule.event, (tx: Transaction, event) =>
    addEntry(tx, rule, event),
  ),
)

/** True if the card was about a person and is deleted. Waits for a deletion that is under way. */
export async function isPersonForgotten(
  tx: Transaction,
  orgId: string,
  cardId: string,
): Promise<boolean> {
  const card = { orgId, cardId, name: removedPerson }
  await lockCardEntries(tx, card, { isRemoval: false })
  return isPersonRemoved(tx, card)
}

async function addEntry(
  tx: Transaction,
  { describe }: ActivityRule,
  { id, type, orgId, occurredAt, data }: EventEnvelope,
): Promise<void> {
  if (orgId === null) return
  const draft = describe(data as never)
  if (draft === undefined) return
  const { target, variant = '', note = '', onlyFor, isForAdmins = false, actorId } = draft
  const isRemoval = draft.removesPerson === true
  const card =
    target.type === 'card' ? { orgId, cardId: target.id, name: removedPerson } : undefined
  if (card !== undefined) await lockCardEntries(tx, card, { isRemoval })
  if (card !== undefined && isRemoval) await removePerson(tx, card)
  // An event may arrive after the one that removed the person.
  const isRemoved = card !== undefined && (await isPersonRemoved(tx, card))
  const actorName = actorId === undefined ? undefined : await findUserName(tx, actorId)
  const actor =
    actorId === undefined || actorName === undefined
      ? { actor_type: null, actor_id: null, actor_name: null }
      : { actor_type: 'user' as const, actor_id: actorId, actor_name: actorName }
  await insertActivity(tx, {
    ...actor,
    variant,
    id: id.replace(/^evt_/, 'act_'),
    org_id: orgId,
    at: new Date(occurredAt),
    kind: type,
    target_type: target.type,
    target_id: target.id,
    target_name: isRemoved ? removedPerson : cutText(target.name),
    note: isRemoved ? '' : cutText(note),
    audience: onlyFor !== undefined ? 'owner' : isForAdmins ? 'admin' : 'member',
    owner_id: onlyFor ?? null,
  })
}

const longest = 200

const cutText = (text: string): string => {
  const letters = [...text.slice(0, 2 * longest + 1)]
  return letters.length <= longest ? text : `${letters.slice(0, longest - 1).join('')}…`
}
