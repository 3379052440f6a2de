import { type AuditFilters, listAudit } from '@atrium/contracts'
import { atrium } from '../../platform/connection/api.ts'
import { cursorPages } from '../../platform/records/queries.ts'

const pageSize = 25

/** The audit filters. An undefined filter matches everything. */
export type AuditChoice = Pick<AuditFilters, 'action' | 'actorId'>

const given = (choice: AuditChoice): Record<string, string> =>
  Object.fromEntries(
    Object.entries(choice).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

export const auditQuery = (orgId: string, choice: AuditChoice) =>
  cursorPages(['audit', orgId, given(choice)], (cursor, options) =>
    atrium.call(listAudit, { query: { limit: pageSize, ...given(choice), cursor } }, options),
  )

/** Returns the path of the JSON Lines export with the same filters. */
export function auditFile(choice: AuditChoice): string {
  const query = new URLSearchParams(given(choice)).toString()
  return `/api/audit/export${query === '' ? '' : `?${query}`}`
}
