import type { WebhookEndpoint } from '@atrium/contracts'
import { Button } from '@mantine/core'
import { IconChevronRight, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Empty } from '../../ui/page/empty.tsx'
import { OnlyAdmins, RecordSection, RowWords, Tag } from '../section.tsx'
import { useRole } from '../use-role.ts'
import { endpointsQuery } from './webhook-queries.ts'

export function Webhooks({ onCreate }: { onCreate: () => void }) {
  const { isAdmin } = useRole()
  const query = useQuery(endpointsQuery)
  return (
    <>
      <OnlyAdmins>Owners and admins add, change and delete endpoints.</OnlyAdmins>
      <RecordSection
        title="Endpoints"
        lead="Each event is sent as a signed request (Standard Webhooks) and tried again when it fails."
        query={query}
        records={query.data}
        rows={2}
        empty={
          <Empty
            icon={IconWebhook}
            title="No endpoint yet"
            action={isAdmin && <Button onClick={onCreate}>Add the first endpoint</Button>}
          >
            An endpoint is an address of yours that receives new cards, paid invoices and other
            events.
          </Empty>
        }
        row={(endpoint) => <EndpointRow key={endpoint.id} endpoint={endpoint} />}
      />
    </>
  )
}

/** Summarizes an endpoint's events. */
export const eventsLabel = (events: readonly string[]): string =>
  events.includes('*')
    ? 'all events'
    : events.length === 1
      ? (events[0] ?? '')
      : `${events.length} events`

const EndpointRow = ({ endpoint: { id, url, events, enabled } }: { endpoint: WebhookEndpoint }) => (
  <Link
    to="/settings/{-$page}"
    params={{ page: 'webhooks' }}
    search={{ endpoint: id }}
    className="row"
  >
    <IconWebhook size={20} stroke={1.5} className="glyph" aria-hidden />
    <RowWords named label={url} hint={eventsLabel(events)} />
    <Tag tone={enabled ? 'good' : 'warn'}>{enabled ? 'Enabled' : 'Disabled'}</Tag>
    <IconChevronRight size={16} className="glyph" aria-hidden />
  </Link>
)
