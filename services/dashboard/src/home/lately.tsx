import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { seenEvents } from '../live/seen-events.ts'
import { useStanding } from '../platform/use-standing.ts'
import { placeOf } from '../ui/place-of.ts'
import { Problem } from '../ui/problem.tsx'
import { When } from '../ui/when.tsx'
import classes from './home.module.css'
import { latestCardsQuery } from './home-queries.ts'
import { type Happening, latelyOf } from './lately.ts'

export function Lately() {
  const query = useQuery(latestCardsQuery)
  const { error, isPending } = useStanding(query)
  const events = useSyncExternalStore(seenEvents.subscribe, seenEvents.get)
  const items = latelyOf(events, query.data ?? [])
  return (
    <section className={classes.section} aria-labelledby="lately">
      <h2 id="lately" className="heading">
        What happened lately
      </h2>
      {isPending && <Skeleton h={148} radius="lg" />}
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && (
        <ul className="card">
          {items.map((item) => (
            <li key={item.id}>
              <Row item={item} />
            </li>
          ))}
          {items.length === 0 && (
            <li className={`row ${classes.event}`}>
              <span className="quiet">
                What people, workflows and visitors do appears here as it happens.
              </span>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function Row({ item: { text, title, href, at } }: { item: Happening }) {
  const place = href === undefined ? undefined : placeOf(href)
  const inner = (
    <>
      <span className="firm quiet">{text}</span>
      <span className="strong clipped grow" dir="auto">
        {title}
      </span>
      <span className="fine firm">
        <When at={at} />
      </span>
    </>
  )
  return place === undefined ? (
    <div className={`row ${classes.event}`}>{inner}</div>
  ) : (
    <Link {...place} className={`row ${classes.event}`}>
      {inner}
    </Link>
  )
}
