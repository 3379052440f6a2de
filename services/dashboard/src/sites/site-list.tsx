import type { Site } from '@atrium/contracts'
import { ActionIcon, Button } from '@mantine/core'
import { IconCopy, IconDots, IconExternalLink, IconWorld } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { late } from '../platform/load-page.ts'
import { copyText } from '../ui/copy-text.ts'
import { Empty } from '../ui/empty.tsx'
import { LateMenu } from '../ui/late-menu.tsx'
import { When } from '../ui/when.tsx'
import { RecordList } from './record-list.tsx'
import { SiteBadge } from './site-badge.tsx'
import { sitesQuery } from './site-queries.ts'
import classes from './sites.module.css'

const SiteMenu = late(async () => (await import('./site-menu.tsx')).SiteMenu)

/** The sites of the organisation with their state and public address. */
export const SiteList = ({ onCreate }: { onCreate: () => void }) => (
  <RecordList
    label="Sites"
    query={sitesQuery}
    row={(site) => <Row key={site.id} site={site} />}
    empty={
      <Empty
        icon={IconWorld}
        title="No site yet"
        action={<Button onClick={onCreate}>Create the first site</Button>}
      >
        A site is a public page of yours: a landing page whose quote requests become cards, or a page of
        links.
      </Empty>
    }
  />
)

function Row({ site }: { site: Site }) {
  const { id, name, url, status, updatedAt } = site
  return (
    <li className={`hoverable ${classes.row}`}>
      <span className={`words ${classes.words}`}>
        <Link to="/sites/$id" params={{ id }} className={classes.name}>
          {name}
        </Link>
        <span className="clipped quiet">{url.replace(/^https?:\/\//, '')}</span>
      </span>
      <span className={classes.state}>
        <SiteBadge status={status} />
        <span className="quiet">
          <When at={updatedAt} />
        </span>
      </span>
      <span className={classes.actions}>
        {status === 'published' && (
          <ActionIcon
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            size="lg"
            aria-label={`Open the page of ${name}`}
          >
            <IconExternalLink size={16} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          size="lg"
          aria-label={`Copy the address of ${name}`}
          onClick={() => void copyText(url, 'The address is copied')}
        >
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
        <LateMenu
          target={
            <ActionIcon size="lg" aria-label={`Actions for ${name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          }
          menu={(props) => <SiteMenu {...props} site={site} />}
        />
      </span>
    </li>
  )
}
