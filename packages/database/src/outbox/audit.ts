import { type AuditAction, type AuditDetail, AuditRecorded } from '@atrium/contracts'
import { currentContext, type RequestCaller } from '@atrium/telemetry'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { PlatformTables } from '../platform-tables.ts'
import { emit } from './emit.ts'

/** The author of an action: a person, directly or by a key or an assistant, or the platform itself. */
export type AuditAuthor = RequestCaller | 'platform'

/** The subject of an audit entry: the action and the thing that it changed. */
export interface AuditedAction {
  action: AuditAction
  target: { type: string; id: string; name: string }
  detail?: AuditDetail
  /** Given where it is not the request's caller: one person asked for the action, another's request ends it. */
  author?: AuditAuthor
  /** The address of an author who is no member of the org, as an operator is, is not the org's to see. */
  hidesAddress?: true
}

const longestName = 200

/**
 * An action with its author: the one that it names, else the caller of the current request; outside of a request, and for
 * an anonymous one, it is the platform. Request and address stand with the caller's own actions.
 */
export function auditRecord({
  action,
  target,
  detail = {},
  author,
  hidesAddress,
}: AuditedAction): z.input<(typeof AuditRecorded)['schema']> {
  const { caller, requestId = null, address = null } = currentContext() ?? {}
  const isCaller = author === undefined || isSame(author, caller)
  const named = author === 'platform' ? undefined : author
  const actor = isCaller ? caller : named
  return {
    actor: actor ?? { type: 'system', id: 'system', userId: null },
    action,
    target: { ...target, name: target.name.slice(0, longestName) },
    detail,
    requestId: isCaller ? requestId : null,
    ip: isCaller && caller !== undefined && hidesAddress === undefined ? address : null,
  }
}

/** Whether the caller is the author; a person named alone may act by a key or an assistant. */
const isSame = (author: AuditAuthor, caller: RequestCaller | undefined): boolean =>
  author !== 'platform' &&
  author.userId === caller?.userId &&
  (author.type === 'user' || author.id === caller.id)

/** Records an action of an org for `GET /api/audit`, in the transaction of the change. */
export const audit = async <T extends PlatformTables>(
  tx: Transaction<T>,
  orgId: string,
  action: AuditedAction,
): Promise<void> => void (await emit(tx, AuditRecorded, orgId, auditRecord(action)))
