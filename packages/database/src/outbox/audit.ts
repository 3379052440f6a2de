import { type AuditAction, type AuditDetail, AuditRecorded } from '@atrium/contracts'
import { currentContext, type RequestCaller } from '@atrium/telemetry'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { PlatformTables } from '../platform-tables.ts'
import { emit } from './emit.ts'

/**
 * The author of an action: a user (directly, by a key or by an assistant) or the platform itself.
 */
export type AuditAuthor = RequestCaller | 'platform'

/** An audit entry's subject: the action and what it changed. */
export interface AuditedAction {
  action: AuditAction
  target: { type: string; id: string; name: string }
  detail?: AuditDetail
  /**
   * Set if the author is not the request's principal, for example when one user asked for the
   * action and another user's request completes it.
   */
  author?: AuditAuthor
  /**
   * Hides the address from the organisation, because the author is not a member (an operator, for
   * example).
   */
  hidesAddress?: true
}

const longestName = 200

/**
 * Returns an action with its author: the named one, else the principal of the current request.
 * Outside a request, or if the request is anonymous, the platform is the author. Request and
 * address are recorded only for the principal's own actions.
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

/**
 * True if the principal is the author. If only a user is named, that user may act by a key or an
 * assistant.
 */
const isSame = (author: AuditAuthor, caller: RequestCaller | undefined): boolean =>
  author !== 'platform' &&
  author.userId === caller?.userId &&
  (author.type === 'user' || author.id === caller.id)

/** Records an organisation's action for `GET /api/audit`, in the transaction of the change. */
export const audit = async <T extends PlatformTables>(
  tx: Transaction<T>,
  orgId: string,
  action: AuditedAction,
): Promise<void> => void (await emit(tx, AuditRecorded, orgId, auditRecord(action)))
