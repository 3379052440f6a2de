import type { Site } from '@atrium/contracts'
import { Box, Button } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Empty } from '../ui/page/empty.tsx'
import { RecordList } from '../ui/records/record-list.tsx'
import { When } from '../ui/when.tsx'
import { SiteActions } from './site-actions.tsx'
import { SiteBadge } from './site-badge.tsx'
import { sitesQuery } from './site-queries.ts'
import classes from './sites.module.css'

export const SiteList = ({ onCreate }: { onCreate: () => void }) => (
  <RecordList
    label="Sites"
    query={useInfiniteQuery(sitesQuery)}
    height={208}
    row={(site) => <Row key={site.id} site={site} />}
    empty={
      <Empty
        icon={IconWorld}
        title="No sites yet"
        action={<Button onClick={onCreate}>Create the first site</Button>}
      >
        A site is your public page. It can be a landing page whose quote requests become cards, or a
        page of links.
      </Empty>
    }
  />
)

function Row({ site }: { site: Site }) {
  const { id, name, url, status, updatedAt } = site
  return (
    <Box component="li" className="row hoverable" pos="relative">
      <span className="words own-line">
        <Link to="/sites/$id" params={{ id }} data-row className={`strong ${classes.name}`}>
          {name}
        </Link>
        <span className="clipped quiet">{url.replace(/^https?:\/\//, '')}</span>
      </span>
      <span className="line firm" style={{ gap: 12 }}>
        <SiteBadge status={status} />
        <span className="quiet">
          <When at={updatedAt} />
        </span>
      </span>
      <span className={`line firm ${classes.actions}`}>
        <SiteActions site={site} name={name} />
      </span>
    </Box>
  )
}
