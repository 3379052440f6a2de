import type { WebhookDeliveryView, WebhookEndpoint } from '@atrium/contracts'
import { Box, Group, SegmentedControl } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronRight,
  IconCircleCheck,
  IconClock,
  IconRefresh,
} from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BusyIcon } from '../../ui/busy-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { Waiting } from '../../ui/page/waiting.tsx'
import { When } from '../../ui/when.tsx'
import { RecordSection, RowWords, Tag } from '../section.tsx'
import { useRole } from '../use-role.ts'
import styles from './deliveries.module.css'
import {
  type DeliveryStatus,
  deliveriesQuery,
  deliveryQuery,
  redeliverMutation,
} from './webhook-queries.ts'

const filters = [
  { value: 'all', label: 'All' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
]

interface DeliveriesProps {
  readonly endpoint: WebhookEndpoint
  readonly status: DeliveryStatus
  readonly onStatus: (status: DeliveryStatus) => void
}

/** Lists the deliveries to an endpoint, newest first. */
export function Deliveries({ endpoint, status, onStatus }: DeliveriesProps) {
  const query = useInfiniteQuery(deliveriesQuery(endpoint.id, status))
  const found = new Map<string, WebhookDeliveryView>()
  for (const page of query.data?.pages ?? [])
    for (const item of page.items) found.set(item.id, item)
  return (
    <RecordSection
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
      query={query}
      records={[...found.values()]}
      rows={3}
      empty={
        status === undefined
          ? 'Nothing sent yet. The next event appears here as a delivery.'
          : 'No delivery is in this state.'
      }
      row={(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />}
    />
  )
}

const states = {
  delivered: ['Delivered', IconCircleCheck, 'good'],
  pending: ['Pending', IconClock, 'quiet'],
  failed: ['Failed', IconAlertTriangle, 'bad'],
} as const

/** Shows a delivery. When opened, the row shows the request and the response. */
export function DeliveryRow({ delivery }: { delivery: WebhookDeliveryView }) {
  const { isAdmin } = useRole()
  const [open, setOpen] = useState(false)
  const {
    endpointId,
    id,
    status,
    eventType,
    attempts,
    responseStatus,
    error,
    createdAt,
    nextAttemptAt,
  } = delivery
  const redeliver = useMutation({
    ...redeliverMutation(useQueryClient(), endpointId),
    onSuccess: () => toast('The delivery is on its way again'),
    onError: toastRefusal(),
  })
  const [label, Glyph, tone] = states[status]
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Group gap={8} wrap="nowrap" pr={12}>
        <button
          type="button"
          className={`plain-button line grow ${styles.opener}`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Chevron size={16} className="glyph" aria-hidden />
          <RowWords
            named
            label={eventType}
            hint={
              <>
                <When at={createdAt} /> · {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
                {responseStatus !== null && ` · answered ${responseStatus}`}
                {status === 'pending' && attempts > 0 && nextAttemptAt !== null && (
                  <>
                    {' · again '}
                    <When at={nextAttemptAt} />
                  </>
                )}
              </>
            }
          />
          <Tag tone={tone}>
            <Glyph size={14} aria-hidden />
            {label}
          </Tag>
        </button>
        {isAdmin && (
          <BusyIcon
            aria-label={`Send again: ${eventType}`}
            title="Send again"
            loading={redeliver.isPending}
            onClick={() => redeliver.mutate(id)}
          >
            <IconRefresh size={16} />
          </BusyIcon>
        )}
      </Group>
      {open && (
        <Box p={{ base: '0 16px 16px', sm: '0 16px 16px 40px' }}>
          <Box className="fine strong" component="h3" m="0 0 4px">
            Answer
          </Box>
          <p style={{ margin: '0 0 12px' }}>
            {responseStatus === null ? (error ?? 'None yet') : `Status ${responseStatus}`}
          </p>
          <Box className="fine strong" component="h3" m="0 0 4px">
            Request
          </Box>
          <Request endpointId={endpointId} id={id} />
        </Box>
      )}
    </div>
  )
}

function Request({ endpointId, id }: { endpointId: string; id: string }) {
  const query = useQuery(deliveryQuery(endpointId, id))
  if (query.data === undefined) return <Waiting query={query} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the text.
    <pre className={`sunken preserved flush ${styles.body}`} tabIndex={0}>
      {indented(query.data.request.body)}
    </pre>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2)
  } catch {
    return json
  }
}
