import { Button } from '@mantine/core'
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
      <ul className={`card ${classes.list}`}>
        {waiting.map(({ id, network, pages, expiresAt }) => (
          <li key={id} className={`line ${classes.row}`}>
            <span className={`disc ${classes.mark}`}>
              <NetworkIcon network={network} />
            </span>
            <span className={`words ${classes.words}`}>
              <span className="strong clipped">{networkName(network)}: choose a Page</span>
              <span className={`quiet ${classes.quiet}`}>
                <span>{pages.map(({ name }) => name).join(', ')}</span>
                <span>
                  the choice expires <When at={expiresAt} />
                </span>
              </span>
            </span>
            <Button size="compact-md" onClick={() => onPick(id)}>
              Choose
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
