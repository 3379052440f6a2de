import type { WebhookDeliveryView, WebhookEndpoint } from '@atrium/contracts'
import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import frame from '../ui/frame.module.css'
import { Problem } from '../ui/problem.tsx'
import shapes from '../ui/shapes.module.css'
import { DeliveryRow } from './delivery-row.tsx'
import { Section } from './section.tsx'
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
      {query.isPending &&
        [1, 2, 3].map((row) => (
          <div key={row} className={frame.row}>
            <Skeleton h={36} />
          </div>
        ))}
      {query.isError && query.data === undefined && (
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && found.size === 0 && (
        <div className={frame.row}>
          <span className={shapes.quiet}>
            {status === undefined
              ? 'Nothing was sent yet: a delivery appears here with the next event.'
              : 'No delivery is in this state.'}
          </span>
        </div>
      )}
      {[...found.values()].map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} />
      ))}
      {query.hasNextPage && (
        <div className={frame.row}>
          <Button
            variant="default"
            fullWidth
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show older ones
          </Button>
        </div>
      )}
    </Section>
  )
}
