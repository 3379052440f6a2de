import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { serviceLabel } from './health.tsx'
import { servicesQuery } from './operator-queries.ts'

/**
 * Lists the services without a response, and the facts missing without them. Renders nothing if all
 * services responded.
 */
export function Silent({ what }: { what: string }) {
  const { data } = useQuery(servicesQuery)
  const names = (data?.items ?? [])
    .filter(({ up }) => !up)
    .map(({ service }) => serviceLabel(service))
  if (names.length === 0) return null
  return (
    <p className="line quiet warn" style={{ marginBottom: 12 }}>
      <IconAlertTriangle size={16} className="firm" aria-hidden />
      <span>
        {new Intl.ListFormat('en').format(names)}{' '}
        {names.length === 1 ? 'does not respond: its' : 'do not respond: their'} {what} are not
        known.
      </span>
    </p>
  )
}
