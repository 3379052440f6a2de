import { Box, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Part } from '../ui/page/part.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { serviceLabel } from './health.tsx'
import classes from './operator.module.css'
import { queueHistoryQuery, queuesQuery, servicesQuery } from './operator-queries.ts'
import { dayLines, type Reading, spanLabel, toReadings } from './readings.ts'
import { Silent } from './silent.tsx'

const names: Readonly<Record<string, string>> = {
  'workflow-run': 'Workflow runs',
  'workflow-run-adhoc': 'One-off runs',
  'webhook-delivery': 'Webhook deliveries',
}

/** Shows each queue's depth and age over the day, and the messages waiting in each outbox. */
export function Queues() {
  const query = useQuery(queuesQuery)
  const { data: services } = useQuery(servicesQuery)
  const { data: history } = useQuery(queueHistoryQuery)
  return (
    <Part id="operator-queues" title="Queues">
      <Box className="quiet" component="p" m="-4px 0 12px">
        Updated every five seconds while this page is open. The lines show the last 24 hours.
      </Box>
      <Waiting query={query} height={160} radius="lg" />
      <Silent what="outbox figures" />
      {query.data !== undefined && (
        <ul className="card" aria-label="Queues">
          {query.data.queues.map(({ name, depth, oldestSeconds, active, last24h }) => (
            <li key={name} className={classes.row}>
              <Stack component="span" flex="1 1 260px" gap={2} miw={0}>
                <span className="strong">{names[name] ?? name}</span>
                <span className="quiet">
                  {active.toLocaleString()} running. In 24 hours{' '}
                  {last24h.completed.toLocaleString()} completed, {last24h.failed.toLocaleString()}{' '}
                  failed, {last24h.cancelled.toLocaleString()} cancelled.
                </span>
              </Stack>
              <Figure
                label="Waiting"
                shown={(value) => value.toLocaleString()}
                value={depth}
                readings={toReadings(history, name, 'depth', { at: query.data.at, value: depth })}
              />
              <Figure
                label="Oldest"
                shown={spanLabel}
                value={oldestSeconds}
                readings={toReadings(history, name, 'oldestSeconds', {
                  at: query.data.at,
                  value: oldestSeconds,
                })}
              />
            </li>
          ))}
          {services?.items.map(
            ({ service, outbox }) =>
              outbox !== null && (
                <li key={service} className={classes.row}>
                  <Stack component="span" flex="1 1 260px" gap={2} miw={0}>
                    <span className="strong">Outbox of {serviceLabel(service)}</span>
                  </Stack>
                  <Figure
                    label="Waiting"
                    shown={(value) => value.toLocaleString()}
                    value={outbox.depth}
                  />
                  <Figure label="Oldest" shown={spanLabel} value={outbox.oldestSeconds} />
                </li>
              ),
          )}
        </ul>
      )}
    </Part>
  )
}

/** Shows a value, with a line over the day if there are readings. */
function Figure({
  label,
  value,
  shown,
  readings = [],
}: {
  label: string
  value: number
  shown: (value: number) => string
  readings?: readonly Reading[]
}) {
  const until = readings.at(-1)?.at ?? 0
  const most = Math.max(...readings.map((reading) => reading.value))
  return (
    <Box
      className="figures"
      component="span"
      display="grid"
      w={128}
      style={{ gridTemplateColumns: 'auto 1fr', gap: '0 8px', alignItems: 'baseline' }}
    >
      <span className="quiet">{label}</span>
      <span className="strong" style={{ textAlign: 'end' }}>
        {shown(value)}
      </span>
      {readings.length > 0 && (
        <>
          <svg className={classes.line} viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden>
            {dayLines(readings, until).map((points) => (
              <polyline key={points} points={points} />
            ))}
          </svg>
          <span className="fine" style={{ gridColumn: '1 / -1' }}>
            at most {shown(most)}
          </span>
        </>
      )}
    </Box>
  )
}
