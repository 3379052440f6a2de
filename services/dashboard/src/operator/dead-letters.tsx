import type { DeadLetter, StoringService } from '@atrium/contracts'
import { Box, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BusyButton } from '../ui/busy-button.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { toastRefusal } from '../ui/feedback/toast-refusal.ts'
import { Part } from '../ui/page/part.tsx'
import { ShowMore } from '../ui/page/show-more.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { When } from '../ui/when.tsx'
import { serviceLabel } from './health.tsx'
import classes from './operator.module.css'
import { deadLettersQuery, redriveMutation, servicesQuery } from './operator-queries.ts'
import { Silent } from './silent.tsx'

export function DeadLetters() {
  const query = useQuery(servicesQuery)
  const holding = (query.data?.items ?? []).filter(({ deadLetters }) => (deadLetters ?? 0) > 0)
  return (
    <Part id="operator-letters" title="Dead letters">
      <Box className="quiet" component="p" m="-4px 0 12px">
        Messages that failed for good. Remove the cause, then redrive: the consumer that refused a
        message handles it again. The command line shows their content.
      </Box>
      <Waiting query={query} height={96} radius="lg" />
      <Silent what="dead letters" />
      {query.data?.items.every(({ up }) => up) === true && holding.length === 0 && (
        <p className="quiet">There are none.</p>
      )}
      {holding.map(({ service, deadLetters }) => (
        <OfService key={service} service={service as StoringService} count={deadLetters ?? 0} />
      ))}
    </Part>
  )
}

function OfService({ service, count }: { service: StoringService; count: number }) {
  const query = useInfiniteQuery(deadLettersQuery(service))
  return (
    <div className={`stack ${classes.group}`}>
      <h3 className="strong flush" style={{ fontSize: 14 }}>
        {serviceLabel(service)}, {count.toLocaleString()}
      </h3>
      <Waiting query={query} height={64} radius="lg" />
      {query.data !== undefined && (
        <ul className="card" aria-label={`Dead letters of ${serviceLabel(service)}`}>
          {query.data.pages
            .flatMap(({ items }) => items)
            .map((letter) => (
              <Letter key={letter.id} service={service} letter={letter} />
            ))}
        </ul>
      )}
      <ShowMore query={query} size="compact-md" />
    </div>
  )
}

function Letter({
  service,
  letter: { id, at, consumer, subject, deliveries, reason },
}: {
  service: StoringService
  letter: DeadLetter
}) {
  const redrive = useMutation({
    ...redriveMutation(useQueryClient(), service),
    onSuccess: ({ outcome, reason: again }) => {
      if (outcome === 'kept')
        toast(`The message failed again: ${again ?? 'the reason is not known'}`, { tone: 'bad' })
      else toast(outcome === 'handled' ? 'The message was handled' : 'The message was sent again')
    },
    onError: toastRefusal(),
  })
  return (
    <li className={classes.row}>
      <Stack component="span" flex="1 1 260px" gap={2} miw={0}>
        <span className="strong">{reason}</span>
        <span className="quiet">
          {consumer}, {subject}, {deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`},{' '}
          <When at={at} />
        </span>
      </Stack>
      <BusyButton
        variant="default"
        size="compact-md"
        aria-label={`Redrive ${id} of ${serviceLabel(service)}`}
        loading={redrive.isPending}
        onClick={() => redrive.mutate(id)}
      >
        Redrive
      </BusyButton>
    </li>
  )
}
