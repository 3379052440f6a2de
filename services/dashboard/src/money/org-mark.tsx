import { Group } from '@mantine/core'
import { apiOrigin } from '../platform/page-facts.ts'
import classes from './org-mark.module.css'

/**
 * Shows the organisation behind a public page. It loads no logo from another server, because this
 * server would learn of every visitor.
 */
export function OrgMark({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  const isOwn =
    logoUrl !== null && [apiOrigin, window.location.origin].includes(new URL(logoUrl).origin)
  return (
    <Group className="bold" gap={10} wrap="nowrap" style={{ overflowWrap: 'anywhere' }}>
      {isOwn && <img src={logoUrl} alt="" className={`firm ${classes.logo}`} />}
      <span dir="auto">{name}</span>
    </Group>
  )
}
