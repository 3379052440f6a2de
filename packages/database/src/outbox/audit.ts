import { type AuditAction, type AuditDetail, AuditRecorded } from '@atrium/contracts'
import { currentContext } from '@atrium/telemetry'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { PlatformTables } from '../platform-tables.ts'
import { emit } from './emit.ts'

/** What the audit tells of: the action and the thing that it changed. */
export interface AuditedAction {
  action: AuditAction
  target: { type: string; id: string; name: string }
  detail?: AuditDetail
}

const longestName = 200

/**
 * An action with its author, the caller of the current request; outside of a request, and for an anonymous one, it is
 * the platform.
 */
export function auditRecord({
  action,
  target,
  detail = {},
}: AuditedAction): z.input<(typeof AuditRecorded)['schema']> {
  const { caller, requestId = null, address = null } = currentContext() ?? {}
  return {
    actor: caller ?? { type: 'system', id: 'system', userId: null },
    action,
    target: { ...target, name: target.name.slice(0, longestName) },
    detail,
    requestId,
    ip: caller === undefined ? null : address,
  }
}

/** Records an action of an org for `GET /api/audit`, in the transaction of the change. */
export const audit = async <T extends PlatformTables>(
  tx: Transaction<T>,
  orgId: string,
  action: AuditedAction,
): Promise<void> => void (await emit(tx, AuditRecorded, orgId, auditRecord(action)))
