import { type Connectable, type ConnectNetwork, connectWays } from '@atrium/contracts'
import { Box, Button, Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { networksQuery } from '../platform/records/shared-queries.ts'
import { useMe } from '../platform/session/me.ts'
import { NetworkIcon, networkName } from '../ui/network.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import classes from './channels.module.css'
import { connectAddress } from './connect-address.ts'
import { limitsWords } from './limits-words.ts'
import { ShareSwitch } from './share-switch.tsx'

interface NetworksProps {
  /** True if the next account is shared as soon as it is connected. */
  readonly shared: boolean
  readonly onShared: (shared: boolean) => void
  readonly onToken: (network: ConnectNetwork) => void
}

export function Networks({ shared, onShared, onToken }: NetworksProps) {
  const query = useQuery(networksQuery)
  return (
    <section aria-labelledby="networks">
      <h2 id="networks" className={`title ${classes.heading}`}>
        Connect an account
      </h2>
      <p className="lead">
        You allow access on the network’s own page, and you can disconnect here at any time.
      </p>
      <Box m="12px 0 4px">
        <ShareSwitch checked={shared} onChange={onShared} />
      </Box>
      <Waiting query={query} height={480} radius="lg" />
      {query.data !== undefined && (
        <Box className="card" component="ul" m="8px 0 16px">
          {query.data.items
            .toSorted((a, b) => Number(b.configured) - Number(a.configured))
            .map((item) => (
              <Row
                key={item.network}
                item={item}
                shared={shared}
                onToken={() => onToken(item.network)}
              />
            ))}
        </Box>
      )}
    </section>
  )
}

interface RowProps {
  readonly item: Connectable
  readonly shared: boolean
  readonly onToken: () => void
}

function Row({ item, shared, onToken }: RowProps) {
  const { network, configured } = item
  const name = networkName(network)
  const ways = connectWays(network)
  return (
    <li className="row" data-dormant={!configured}>
      <span className={`disc ${classes.mark}`}>
        <NetworkIcon network={network} />
      </span>
      <span className={`words ${classes.words}`}>
        <span className="strong clipped">{name}</span>
        <span className="quiet">{limitsWords(item)}</span>
        {!configured && <Dormant missing={item.missing} />}
      </span>
      {configured && (
        <span className={`line firm ${classes.actions}`}>
          {ways.token && (
            <Button
              size="compact-md"
              variant={ways.dialog ? 'subtle' : 'default'}
              aria-label={
                network === 'model' ? 'Paste a key of a language model' : `Paste a token of ${name}`
              }
              onClick={onToken}
            >
              {network === 'model' ? 'Paste a key' : 'Paste a token'}
            </Button>
          )}
          {ways.settings && (
            <Button
              size="compact-md"
              variant="default"
              aria-label="Connect a mailbox by IMAP"
              onClick={onToken}
            >
              Connect
            </Button>
          )}
          {ways.dialog && (
            <Button
              component="a"
              size="compact-md"
              variant="default"
              href={connectAddress(network, shared)}
              aria-label={`Connect ${name}`}
            >
              Connect
            </Button>
          )}
        </span>
      )}
    </li>
  )
}

function Dormant({ missing }: { missing: readonly string[] }) {
  const { org, user } = useMe()
  const isAdmin = user.isAdmin || org?.role === 'owner' || org?.role === 'admin'
  if (!isAdmin || missing.length === 0) {
    return <span className="quiet">Not set up here. An administrator of Atrium can set it up.</span>
  }
  return (
    <span className="quiet">
      Not set up here. Unset variables:{' '}
      {missing.map((variable) => (
        <Code key={variable} className={classes.variable ?? ''}>
          {variable}
        </Code>
      ))}
    </span>
  )
}
