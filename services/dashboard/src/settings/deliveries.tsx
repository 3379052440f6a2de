import type { WebhookDeliveryView, WebhookEndpoint } from '@atrium/contracts'
import { SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { DeliveryRow } from './delivery-row.tsx'
import { MoreRow, Row, Section, WaitingRows } from './section.tsx'
import { type DeliveryStatus, deliveriesQuery } from './webhook-queries.ts'

const filters = [
  { value: 'all', label: 'All' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
]

/** What was sent to an endpoint, the newest first. */
export function Deliveries({
  endpoint,
  status,
  onStatus,
}: {
  endpoint: WebhookEndpoint
  status: DeliveryStatus
  onStatus: (status: DeliveryStatus) => void
}) {
  const query = useInfiniteQuery(deliveriesQuery(endpoint.id, status))
  const found = new Map<string, WebhookDeliveryView>()
  for (const page of query.data?.pages ?? []) for (const item of page.items) found.set(item.id, item)
  return (
    <Section
      title="Deliveries"
      action={
        <SegmentedControl
          aria-label="State of the deliveries"
          size="xs"
          data={filters}
          value={status ?? 'all'}
          onChange={(value) => onStatus(value === 'all' ? undefined : (value as DeliveryStatus))}
        />
      }
    >
      <WaitingRows query={query} rows={3} />
      {query.isSuccess && found.size === 0 && (
        <Row
          hint={
            status === undefined
              ? 'Nothing was sent yet: a delivery appears here with the next event.'
              : 'No delivery is in this state.'
          }
        />
      )}
      {[...found.values()].map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} />
      ))}
      <MoreRow query={query} label="Show older ones" />
    </Section>
  )
}
