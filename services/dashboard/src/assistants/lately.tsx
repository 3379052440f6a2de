import { type AuditAction, auditActions } from '@atrium/contracts'
import { useQuery } from '@tanstack/react-query'
import { When } from '../ui/when.tsx'
import { latelyQuery } from './grant-queries.ts'

export function Lately({ grantId }: { grantId: string }) {
  const { data: entries = [] } = useQuery(latelyQuery(grantId))
  return entries.map(({ id, action, target, at }) => (
    <span key={id} className="quiet">
      {auditActions[action as AuditAction] ?? action}: <bdi>{target.name}</bdi>, <When at={at} />
    </span>
  ))
}
