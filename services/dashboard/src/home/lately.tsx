import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { seenEvents } from '../live/seen-events.ts'
import { useStanding } from '../platform/records/queries.ts'
import { Problem } from '../ui/feedback/problem.tsx'
import { Part } from '../ui/page/part.tsx'
import { When } from '../ui/when.tsx'
import classes from './home.module.css'
import { latestCardsQuery } from './home-queries.ts'
import { listRecent } from './lately.ts'
import { PlaceRow } from './place-row.tsx'

export function Lately() {
  const query = useQuery(latestCardsQuery)
  const { error, isPending } = useStanding(query)
  const events = useSyncExternalStore(seenEvents.subscribe, seenEvents.get)
  const items = listRecent(events, query.data ?? [])
  return (
    <Part id="lately" title="Recent activity" mt={28}>
      {isPending && <Skeleton h={148} radius="lg" />}
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && (
        <ul className="card">
          {items.map((item) => (
            <li key={item.id}>
              <PlaceRow href={item.href} className={classes.event}>
                <span className="firm quiet">{item.text}</span>
                <span className="strong clipped grow" dir="auto">
                  {item.title}
                </span>
                <span className="fine firm">
                  <When at={item.at} />
                </span>
              </PlaceRow>
            </li>
          ))}
          {items.length === 0 && (
            <li className={`row ${classes.event}`}>
              <span className="quiet">You see here what people, workflows and visitors do.</span>
            </li>
          )}
        </ul>
      )}
    </Part>
  )
}
