import { type EstimateTimelineEntry, listEstimateTimeline } from '@atrium/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Timeline } from '../../money/records/timeline.tsx'
import { atrium } from '../../platform/connection/api.ts'
import { offsetPages } from '../../platform/records/queries.ts'

const timelineQuery = (id: string) =>
  offsetPages(['estimates', 'timeline', id], (query, options) =>
    atrium.call(listEstimateTimeline, { params: { id }, query }, options),
  )

function entryWords({ kind, detail: { to, cc = [], name, reason } }: EstimateTimelineEntry) {
  switch (kind) {
    case 'drafted':
      return 'Draft created'
    case 'changed':
      return 'Changed'
    case 'sent': {
      const addresses = [...(to ?? []), ...cc]
      return addresses.length === 0 ? 'Sent to the customer' : `Sent to ${addresses.join(', ')}`
    }
    case 'accepted':
      return name === undefined ? 'Accepted' : `Accepted by ${name}`
    case 'declined':
      return reason === undefined ? 'Declined' : `Declined: ${reason}`
    case 'invoiced':
      return 'Turned into an invoice'
  }
}

export const EstimateTimeline = ({ id }: { id: string }) => (
  <Timeline query={useInfiniteQuery(timelineQuery(id))} textOf={entryWords} />
)
