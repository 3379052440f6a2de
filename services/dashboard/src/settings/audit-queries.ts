import { type AuditFilters, listAudit } from '@atrium/contracts'
import { atrium } from '../platform/api.ts'
import { cursorPages } from '../platform/cursor-pages.ts'

const pageSize = 25

/** The filters of the audit; an undefined one leaves everything. */
export type AuditChoice = Pick<AuditFilters, 'action' | 'actorId'>

const given = (choice: AuditChoice): Record<string, string> =>
  Object.fromEntries(
    Object.entries(choice).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** The actions in the organisation, the newest first. */
export const auditQuery = (orgId: string, choice: AuditChoice) =>
  cursorPages(['audit', orgId, given(choice)], (cursor, options) =>
    atrium.call(listAudit, { query: { limit: pageSize, ...given(choice), cursor } }, options),
  )

/** The address of the file of the same entries, as JSON lines. */
export function auditFile(choice: AuditChoice): string {
  const query = new URLSearchParams(given(choice)).toString()
  return `/api/audit/export${query === '' ? '' : `?${query}`}`
}
