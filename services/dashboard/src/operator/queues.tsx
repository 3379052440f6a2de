import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '../ui/problem.tsx'
import { serviceLabel } from './health.tsx'
import classes from './operator.module.css'
import { queuesQuery, servicesQuery } from './operator-queries.ts'
import { linePoints, type Reading, type Readings, spanLabel, withReading } from './readings.ts'

const names: Readonly<Record<string, string>> = {
  'workflow-run': 'Workflow runs',
  'workflow-run-adhoc': 'One-off runs',
  'webhook-delivery': 'Webhook deliveries',
}

/** The queues with their depth and age since the page is open, and what waits in each outbox. */
export function Queues() {
  const query = useQuery(queuesQuery)
  const { data: services } = useQuery(servicesQuery)
  const [readings, setReadings] = useState<Readings>({})
  const [readAt, setReadAt] = useState<number>()
  if (query.data !== undefined && query.data.at !== readAt) {
    setReadAt(query.data.at)
    setReadings(withReading(readings, query.data))
  }
  return (
    <section aria-labelledby="operator-queues">
      <h2 id="operator-queues" className={classes.heading}>
        Queues
      </h2>
      <p className={classes.lead}>Read every five seconds while this page is open.</p>
      {query.isPending && <Skeleton h={160} radius="lg" />}
      {query.isError && query.data === undefined && (
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && (
        <ul className={classes.list} aria-label="Queues">
          {query.data.queues.map(({ name, depth, oldestSeconds, active, last24h }) => (
            <li key={name} className={classes.row}>
              <span className={classes.words}>
                <span className={classes.name}>{names[name] ?? name}</span>
                <span className={classes.quiet}>
                  {active.toLocaleString()} at work. In 24 hours {last24h.completed.toLocaleString()}{' '}
                  completed, {last24h.failed.toLocaleString()} failed, {last24h.cancelled.toLocaleString()}{' '}
                  cancelled.
                </span>
              </span>
              <Figure
                label="Waiting"
                value={depth.toLocaleString()}
                readings={readings[name] ?? []}
                of={(reading) => reading.depth}
              />
              <Figure
                label="Oldest"
                value={spanLabel(oldestSeconds)}
                readings={readings[name] ?? []}
                of={(reading) => reading.oldestSeconds}
              />
            </li>
          ))}
          {services?.items.map(
            ({ service, outbox }) =>
              outbox !== null && (
                <li key={service} className={classes.row}>
                  <span className={classes.words}>
                    <span className={classes.name}>Outbox of {serviceLabel(service)}</span>
                  </span>
                  <Figure label="Waiting" value={outbox.depth.toLocaleString()} />
                  <Figure label="Oldest" value={spanLabel(outbox.oldestSeconds)} />
                </li>
              ),
          )}
        </ul>
      )}
    </section>
  )
}

const Figure = ({
  label,
  value,
  readings = [],
  of = () => 0,
}: {
  label: string
  value: string
  readings?: readonly Reading[]
  of?: (reading: Reading) => number
}) => (
  <span className={classes.figure}>
    <span className={classes.quiet}>{label}</span>
    <span className={classes.value}>{value}</span>
    {readings.length > 0 && (
      <svg className={classes.line} viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden>
        <polyline points={linePoints(readings.map(of))} />
      </svg>
    )}
  </span>
)
