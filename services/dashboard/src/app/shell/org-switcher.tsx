import { IconSelector } from '@tabler/icons-react'
import { late } from '../../platform/load-page.ts'
import { useMe } from '../../platform/me.ts'
import { LateMenu } from '../../ui/late-menu.tsx'
import classes from './shell.module.css'

const OrgMenu = late(async () => (await import('./opened-parts.ts')).orgMenu())

export function OrgSwitcher() {
  const { org } = useMe()
  return (
    <LateMenu
      menu={(props) => <OrgMenu {...props} />}
      target={
        <button type="button" className={`plain-button line ${classes.org}`}>
          <span className={`disc ${classes.orgMark}`} aria-hidden>
            {org?.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="clipped" style={{ flex: 1 }}>
            {org?.name}
          </span>
          <IconSelector size={16} className="glyph" aria-hidden />
        </button>
      }
    />
  )
}
