import type { ActivityEntry } from '@atrium/contracts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useStanding } from '../platform/records/queries.ts'
import { Problem } from '../ui/feedback/problem.tsx'
import { Part } from '../ui/page/part.tsx'
import { When } from '../ui/when.tsx'
import classes from './home.module.css'
import { activityQuery } from './home-queries.ts'
import { PlaceRow } from './place-row.tsx'

export function RecentActivity() {
  const query = useQuery(activityQuery)
  const { error, isPending } = useStanding(query)
  return (
    <Part id="recent-activity" title="Recent activity" mt={28}>
      {isPending && <Skeleton h={148} radius="lg" />}
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && (
        <ul className="card">
          {query.data.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} />
            </li>
          ))}
          {query.data.length === 0 && (
            <li className={`row ${classes.event}`}>
              <span className="quiet">You see here what people, workflows and visitors do.</span>
            </li>
          )}
        </ul>
      )}
    </Part>
  )
}

const Entry = ({ entry: { title, detail, href, actor, at } }: { entry: ActivityEntry }) => (
  <PlaceRow href={href ?? undefined} className={classes.event}>
    <span className="clipped grow">
      <span className="quiet">{title}</span> <bdi className="strong">{detail}</bdi>
    </span>
    {actor !== null && actor.type !== 'system' && (
      <span className={`fine clipped ${classes.actor}`} dir="auto">
        {actor.name}
      </span>
    )}
    <span className="fine firm">
      <When at={at} />
    </span>
  </PlaceRow>
)
