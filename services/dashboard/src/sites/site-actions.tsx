import type { Site } from '@atrium/contracts'
import { ActionIcon } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { copyText } from '../ui/text/copy-text.ts'
import { SiteMenu } from './site-menu.tsx'

interface SiteActionsProps {
  readonly site: Site
  readonly name?: string
  /** The class of the buttons before the menu. */
  readonly className?: string
  readonly isChanged?: boolean
  readonly onDeleted?: () => void
}

/**
 * A site's buttons: its page, its address, and a menu. If a page shows several sites, `name` tells
 * them apart.
 */
export function SiteActions({ site, name, className = '', ...menu }: SiteActionsProps) {
  const ofSite = name === undefined ? '' : ` of ${name}`
  return (
    <>
      {site.status === 'published' && (
        <ActionIcon
          component="a"
          href={site.url}
          target="_blank"
          rel="noreferrer"
          className={className}
          size="lg"
          aria-label={`Open the page${ofSite}`}
        >
          <IconExternalLink size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        className={className}
        size="lg"
        aria-label={`Copy the link${ofSite}`}
        onClick={() => void copyText(site.url, 'Link copied')}
      >
        <IconCopy size={16} aria-hidden />
      </ActionIcon>
      <SiteMenu {...menu} site={site} name={name} />
    </>
  )
}
