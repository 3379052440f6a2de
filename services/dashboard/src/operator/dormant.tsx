import { Box, Code, Flex, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { networksQuery } from '../platform/records/shared-queries.ts'
import { networkName } from '../ui/network.tsx'
import { Part } from '../ui/page/part.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { serviceLabel } from './health.tsx'
import classes from './operator.module.css'
import { servicesQuery } from './operator-queries.ts'
import { Silent } from './silent.tsx'

interface Row {
  readonly key: string
  readonly feature: string
  readonly of: string
  readonly missing: readonly string[]
}

/** Lists the features that are not configured, with the variables to set. */
export function Dormant() {
  const services = useQuery(servicesQuery)
  // A user without an organisation gets no networks. The services list their other integrations.
  const networks = useQuery({ ...networksQuery, retry: false })
  const rows: Row[] = [
    ...(services.data?.items ?? []).flatMap(({ service, dormant }) =>
      dormant.map(({ subsystem, feature, missing }) => ({
        key: `${service} ${subsystem} ${feature}`,
        feature,
        missing,
        of: `${serviceLabel(service)}, ${subsystem}`,
      })),
    ),
    ...(networks.data?.items ?? [])
      .filter(({ configured, missing }) => !configured && missing.length > 0)
      .map(({ network, missing }) => ({
        key: `network ${network}`,
        feature: networkName(network),
        missing,
        of: 'Network',
      })),
  ]
  return (
    <Part id="operator-dormant" title="Dormant">
      <Box className="quiet" component="p" m="-4px 0 12px">
        These features are off. To turn one on, set its variables and restart the service.
      </Box>
      <Waiting query={services} height={160} radius="lg" />
      <Silent what="dormant integrations" />
      {services.data?.items.every(({ up }) => up) === true && rows.length === 0 && (
        <p className="quiet">Everything is configured.</p>
      )}
      {rows.length > 0 && (
        <ul className="card" aria-label="Dormant integrations">
          {rows.map(({ key, feature, of, missing }) => (
            <li key={key} className={classes.row}>
              <Stack component="span" flex="1 1 260px" gap={2} miw={0}>
                <span className="strong">{feature.charAt(0).toUpperCase() + feature.slice(1)}</span>
                <span className="quiet">{of}</span>
              </Stack>
              <Flex component="span" flex="1 1 260px" wrap="wrap" gap={4} miw={0}>
                {missing.map((name) => (
                  <Code key={name}>{name}</Code>
                ))}
              </Flex>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
