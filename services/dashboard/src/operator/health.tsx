import { Group, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Part } from '../ui/page/part.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import classes from './operator.module.css'
import { healthQuery } from './operator-queries.ts'

const providers = { gateway: 'through a gateway', direct: 'directly', none: 'none' } as const

export function Health() {
  const query = useQuery(healthQuery)
  const health = query.data
  return (
    <Part id="operator-health" title="Health">
      <Waiting query={query} height={160} radius="lg" />
      {health !== undefined && (
        <ul className={`plain-list ${classes.tiles}`}>
          <State label="Database" ok={health.db === 'up'} good="Responds" bad="Does not respond" />
          <State
            label="System jobs"
            ok={health.systemSchedulesHealthy}
            good="Registered"
            bad="Missing: recurring invoices do not run"
          />
          {Object.entries(health.services).map(([service, state]) => (
            <State
              key={service}
              label={serviceLabel(service)}
              ok={state === 'up'}
              good="Responds"
              bad="Does not respond"
            />
          ))}
        </ul>
      )}
      {health !== undefined && (
        <p className="quiet">
          Build {health.commit.slice(0, 12)}. Language models: {providers[health.llmProvider]}.
          Enrichment is {health.enrichEnabled ? 'on' : 'off'}. Export is{' '}
          {health.exportEnabled ? 'on' : 'off'}.
        </p>
      )}
    </Part>
  )
}

export const serviceLabel = (service: string): string =>
  service === 'mcp' ? 'Assistants' : service.charAt(0).toUpperCase() + service.slice(1)

const State = ({
  label,
  ok,
  good,
  bad,
}: {
  label: string
  ok: boolean
  good: string
  bad: string
}) => {
  const Icon = ok ? IconCircleCheck : IconAlertTriangle
  return (
    <Stack
      component="li"
      gap={2}
      p="12px 16px"
      bd="1px solid var(--line)"
      bdrs={8}
      bg="var(--raised)"
      miw={0}
    >
      <span className="strong">{label}</span>
      <Group className={`quiet ${ok ? 'good' : 'bad'}`} component="span" gap={6} wrap="nowrap">
        <Icon size={16} className="firm" aria-hidden />
        {ok ? good : bad}
      </Group>
    </Stack>
  )
}
