import { DocumentLanguage, groupedCode, type PublicHappening } from '@atrium/contracts'
import { Box, Skeleton, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { HappeningPicture } from '../happenings/happening-picture.tsx'
import { periodLabel } from '../happenings/period-label.ts'
import {
  Ordered,
  OrderForm,
  type OrderResult,
  TicketLinks,
} from '../happenings/visitors/order-form.tsx'
import {
  confirmedOrderQuery,
  heldTicketQuery,
  leave,
  publicHappeningQuery,
  waitingPersonQuery,
} from '../happenings/visitors/visitor-queries.ts'
import { filled, visitorWords } from '../happenings/visitors/visitor-words.ts'
import classes from '../happenings/visitors/visitors.module.css'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { OrgMark } from '../money/org-mark.tsx'
import { apiOrigin } from '../platform/page-facts.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { Problem } from '../ui/feedback/problem.tsx'
import { When } from '../ui/when.tsx'

const route = getRouteApi('/counter/event/$org/$slug')
const ticketRoute = getRouteApi('/entrance/ticket/$code')
const orderRoute = getRouteApi('/entrance/order/$id')
const waitingRoute = getRouteApi('/entrance/waiting/$code')

/** Shows a happening to visitors. They can order or buy tickets. */
export function PublicHappeningPage() {
  const { org: orgSlug, slug } = route.useParams()
  const address = { orgSlug, slug }
  const { result } = route.useSearch()
  const query = useQuery(publicHappeningQuery(address))
  const [ordered, setOrdered] = useState<OrderResult>()
  const happening = query.data
  if (query.isPending) return <Skeleton h={320} />
  if (happening === undefined)
    return <Problem error={query.error} onRetry={() => void query.refetch()} />
  const { title, description, pictureUrl, open, ticketTypes, organiser } = happening
  const words = visitorWords(happening.language)
  return (
    <>
      <OrgMark {...organiser} />
      <EntranceCard title={title} place={organiser.name} lead={<WhenAndWhere {...happening} />}>
        <HappeningPicture url={pictureUrl} />
        {description !== '' && (
          <p className={classes.text} dir="auto">
            {description}
          </p>
        )}
        {result === 'paid' && ordered === undefined && (
          <p className={classes.text} role="status">
            {words.paid}
          </p>
        )}
        {result === 'cancelled' && ordered === undefined && (
          <p className={classes.text} role="status">
            {words.notPaid}
          </p>
        )}
        {ordered !== undefined && <Ordered result={ordered} words={words} />}
        {ordered === undefined && !open && <p className="flush muted">{words.over}</p>}
        {ordered === undefined && open && (
          <OrderForm address={address} types={ticketTypes} words={words} onOrdered={setOrdered} />
        )}
      </EntranceCard>
    </>
  )
}

/** Shows a ticket to its holder, with the code for the entrance. */
export function HeldTicketPage() {
  const query = useQuery(heldTicketQuery(ticketRoute.useParams().code))
  const ticket = query.data
  if (query.isPending) return <Skeleton h={320} />
  if (ticket === undefined)
    return <Problem error={query.error} onRetry={() => void query.refetch()} />
  const { code, title, name, ticketType, checkedInAt } = ticket
  const words = visitorWords(ticket.language)
  return (
    <EntranceCard title={title} lead={<WhenAndWhere {...ticket} />}>
      <Stack gap={2} align="center" ta="center">
        <Box
          src={`${apiOrigin}/api/public/tickets/${code}/picture`}
          alt={filled(words.qrCode, { code: groupedCode(code) })}
          component="img"
          display="block"
          w="100%"
          maw={260}
          m="0 auto 12px"
          bdrs={8}
          bg="#fff"
          style={{ aspectRatio: 1 }}
        />
        <span className="bold" style={{ fontFamily: 'var(--mantine-font-family-monospace)' }}>
          {groupedCode(code)}
        </span>
        <span dir="auto">{name}</span>
        <span className="flush muted" dir="auto">
          {ticketType}
        </span>
        {checkedInAt !== null && (
          <span className="flush muted">
            {words.used} <When at={checkedInAt} />
          </span>
        )}
      </Stack>
    </EntranceCard>
  )
}

/** Shows an order after its holder has confirmed it with the link from the mail. */
export function ConfirmedOrderPage() {
  const { token = '', language } = orderRoute.useSearch()
  const query = useQuery({
    ...confirmedOrderQuery(orderRoute.useParams().id, token),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const order = query.data
  const first = order?.tickets[0]?.code
  const ticket = useQuery({ ...heldTicketQuery(first ?? ''), enabled: first !== undefined }).data
  const words = visitorWords(ticket?.language ?? readLanguage(language))
  if (query.isPending) return <Skeleton h={320} />
  if (order === undefined)
    return <Problem error={query.error} onRetry={() => void query.refetch()} />
  return (
    <EntranceCard
      title={ticket?.title ?? words.yours}
      lead={ticket && <WhenAndWhere {...ticket} />}
    >
      <p className={classes.text} role="status">
        {words.confirmed}
      </p>
      <TicketLinks tickets={order.tickets} words={words} />
    </EntranceCard>
  )
}

const readLanguage = (text: string | undefined) => DocumentLanguage.catch('en').parse(text)

/** Shows a waiting list entry to its holder, who can leave the list. */
export function WaitingPersonPage() {
  const { code } = waitingRoute.useParams()
  const query = useQuery(waitingPersonQuery(code))
  const leaving = useMutation({ mutationFn: () => leave(code) })
  const person = query.data
  if (query.isPending) return <Skeleton h={320} />
  if (person === undefined)
    return <Problem error={query.error} onRetry={() => void query.refetch()} />
  const { title, position, quantity, ticketType } = person
  const words = visitorWords(person.language)
  return (
    <EntranceCard title={title} lead={<WhenAndWhere {...person} />}>
      <p className={classes.text} role="status">
        {leaving.isSuccess
          ? words.leftList
          : filled(words.waiting, { position, count: quantity, type: ticketType })}
      </p>
      <FormAlert error={leaving.error} />
      {!leaving.isSuccess && (
        <BusyButton
          variant="default"
          fullWidth
          loading={leaving.isPending}
          onClick={() => leaving.mutate()}
        >
          {words.leave}
        </BusyButton>
      )}
    </EntranceCard>
  )
}

const WhenAndWhere = ({
  place,
  language,
  ...period
}: Pick<PublicHappening, 'startsAt' | 'endsAt' | 'place' | 'language' | 'timeZone'>) => (
  <>
    {periodLabel(period, language === 'en' ? undefined : language)}
    {place !== '' && (
      <>
        <br />
        <span dir="auto">{place}</span>
      </>
    )}
  </>
)
