import { Box, Button, Flex } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pickersQuery } from '../platform/records/shared-queries.ts'
import { NetworkIcon, networkName } from '../ui/network.tsx'
import { When } from '../ui/when.tsx'
import classes from './channels.module.css'

export function PendingPickers({ onPick }: { onPick: (id: string) => void }) {
  const { data } = useQuery(pickersQuery)
  const now = new Date().toISOString()
  const waiting = data?.items.filter(({ expiresAt }) => expiresAt > now) ?? []
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="pickers">
      <h2 id="pickers" className={`title ${classes.heading}`}>
        Almost connected
      </h2>
      <Box className="card" component="ul" m="8px 0 16px">
        {waiting.map(({ id, network, pages, expiresAt }) => (
          <li key={id} className="row">
            <span className={`disc ${classes.mark}`}>
              <NetworkIcon network={network} />
            </span>
            <span className={`words ${classes.words}`}>
              <span className="strong clipped">{networkName(network)}: choose Pages</span>
              <Flex className="quiet" component="span" wrap="wrap" gap="0 12px">
                <span>{pages.map(({ name }) => name).join(', ')}</span>
                <span>
                  the choice expires <When at={expiresAt} />
                </span>
              </Flex>
            </span>
            <Button size="compact-md" onClick={() => onPick(id)}>
              Choose
            </Button>
          </li>
        ))}
      </Box>
    </section>
  )
}
