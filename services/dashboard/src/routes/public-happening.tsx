import { groupedCode } from '@atrium/contracts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { periodLabel } from '../happenings/local-time.ts'
import { OrderForm, type Ordered as Result } from '../happenings/visitors/order-form.tsx'
import { Ordered } from '../happenings/visitors/ordered.tsx'
import { heldTicketQuery, publicHappeningQuery } from '../happenings/visitors/visitor-queries.ts'
import classes from '../happenings/visitors/visitors.module.css'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { apiOrigin } from '../platform/page-facts.ts'
import { Problem } from '../ui/problem.tsx'
import { When } from '../ui/when.tsx'

const route = getRouteApi('/entrance/happening/$org/$slug')
const ticketRoute = getRouteApi('/entrance/ticket/$code')

/** A happening for visitors, who order free tickets. */
export function PublicHappeningPage() {
  const { org: orgSlug, slug } = route.useParams()
  const address = { orgSlug, slug }
  const query = useQuery(publicHappeningQuery(address))
  const [ordered, setOrdered] = useState<Result>()
  const happening = query.data
  if (query.isPending) return <Skeleton h={320} />
  if (happening === undefined) return <Problem error={query.error} onRetry={() => void query.refetch()} />
  const { title, startsAt, endsAt, place, description, open, ticketTypes } = happening
  return (
    <EntranceCard title={title} lead={<WhenAndWhere startsAt={startsAt} endsAt={endsAt} place={place} />}>
      {description !== '' && (
        <p className={classes.text} dir="auto">
          {description}
        </p>
      )}
      {ordered !== undefined && <Ordered result={ordered} />}
      {ordered === undefined && !open && (
        <p className={classes.quiet}>It is over: no tickets are given out.</p>
      )}
      {ordered === undefined && open && (
        <OrderForm address={address} types={ticketTypes} onOrdered={setOrdered} />
      )}
    </EntranceCard>
  )
}

/** A ticket for its holder: the picture that the entrance scans. */
export function HeldTicketPage() {
  const query = useQuery(heldTicketQuery(ticketRoute.useParams().code))
  const ticket = query.data
  if (query.isPending) return <Skeleton h={320} />
  if (ticket === undefined) return <Problem error={query.error} onRetry={() => void query.refetch()} />
  const { code, title, startsAt, endsAt, place, name, ticketType, checkedInAt } = ticket
  return (
    <EntranceCard title={title} lead={<WhenAndWhere startsAt={startsAt} endsAt={endsAt} place={place} />}>
      <div className={classes.held}>
        <img
          src={`${apiOrigin}/api/public/tickets/${code}/picture`}
          alt={`QR code of the ticket ${groupedCode(code)}`}
          className={classes.picture}
        />
        <span className={classes.code}>{groupedCode(code)}</span>
        <span dir="auto">{name}</span>
        <span className={classes.quiet} dir="auto">
          {ticketType}
        </span>
        {checkedInAt !== null && (
          <span className={classes.quiet}>
            Used <When at={checkedInAt} />
          </span>
        )}
      </div>
    </EntranceCard>
  )
}

const WhenAndWhere = ({
  startsAt,
  endsAt,
  place,
}: {
  startsAt: string
  endsAt: string | null
  place: string
}) => (
  <>
    {periodLabel(startsAt, endsAt)}
    {place !== '' && (
      <>
        <br />
        <span dir="auto">{place}</span>
      </>
    )}
  </>
)
