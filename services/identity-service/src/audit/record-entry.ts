import type { AuditRecorded } from '@atrium/contracts'
import { type AuditedAction, auditRecord, json } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findActorName, insertEntry } from './audit.db.ts'

/** Stores an entry from another service or from an identity action, and adds the actor's name. */
export async function recordEntry(
  tx: Transaction,
  { id, orgId, at }: { id: string; orgId: string; at: Date },
  { actor, action, target, detail, requestId, ip }: AuditRecorded,
): Promise<void> {
  const name = actor.type === 'system' ? 'Atrium' : await findActorName(tx, orgId, actor)
  await insertEntry(tx, {
    id,
    org_id: orgId,
    at,
    action,
    detail: json(detail),
    request_id: requestId,
    ip,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: name ?? actor.id,
    target_type: target.type,
    target_id: target.id,
    target_name: target.name,
  })
}

export const auditHere = (
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Transaction,
  orgId: string,
  action: AuditedAction,
): Promise<void> => recordEntry(tx, { id: newId('aud'), orgId, at: now() }, auditRecord(action))
