import { type AuditFilters, listAudit } from '@atrium/contracts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'

const pageSize = 25

/** The filters of the audit; an undefined one leaves everything. */
export type AuditChoice = Pick<AuditFilters, 'action' | 'actorId'>

const given = (choice: AuditChoice): Record<string, string> =>
  Object.fromEntries(
    Object.entries(choice).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

/** The actions in the organisation, the newest first. */
export const auditQuery = (orgId: string, choice: AuditChoice) =>
  infiniteQueryOptions({
    queryKey: ['audit', orgId, given(choice)],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listAudit,
        {
          query: { limit: pageSize, ...given(choice), ...(pageParam === null ? {} : { cursor: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** The address of the file of the same entries, as JSON lines. */
export function auditFile(choice: AuditChoice): string {
  const query = new URLSearchParams(given(choice)).toString()
  return `/api/audit/export${query === '' ? '' : `?${query}`}`
}
