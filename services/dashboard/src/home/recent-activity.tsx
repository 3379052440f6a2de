import type { ActivityEntry } from '@atrium/contracts'
import { Skeleton } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../platform/records/overview.ts'
import { useStanding } from '../platform/records/queries.ts'
import { Part } from '../ui/page/part.tsx'
import { When } from '../ui/when.tsx'
import classes from './home.module.css'
import { PlaceRow } from './place-row.tsx'

/** Shows nothing if Home could not be read, because what needs attention says so already. */
export function RecentActivity() {
  const query = useQuery(overviewQuery)
  const { data } = query
  if (useStanding(query).error !== null) return null
  const activity = data?.activity
  return (
    <Part id="recent-activity" title="Recent activity" mt={28}>
      {activity === undefined ? (
        <Skeleton h={148} radius="lg" />
      ) : (
        <ul className="card">
          {activity?.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} />
            </li>
          ))}
          {activity === null && (
            <li className="row">
              <IconCloudOff size={20} stroke={1.5} className="glyph" aria-hidden />
              <span className="quiet">Recent activity is not available right now.</span>
            </li>
          )}
          {activity?.length === 0 && (
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
