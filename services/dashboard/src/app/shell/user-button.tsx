import type { ReactElement } from 'react'
import { late } from '../../platform/load-page.ts'
import { useMe } from '../../platform/me.ts'
import { LateMenu } from '../../ui/late-menu.tsx'
import classes from './shell.module.css'

const UserMenu = late(async () => (await import('./opened-parts.ts')).userMenu())

interface UserButtonProps {
  readonly openShortcuts: () => void
  readonly children?: ReactElement
}

/** The button for the user's own menu. `children` replaces the button. */
export function UserButton({ openShortcuts, children }: UserButtonProps) {
  const { user } = useMe()
  return (
    <LateMenu
      menu={(props) => <UserMenu {...props} openShortcuts={openShortcuts} />}
      target={
        children ?? (
          <button
            type="button"
            className={`plain-button line ${classes.org}`}
            style={{ fontWeight: 500 }}
          >
            <span className={`disc ${classes.userMark}`} aria-hidden>
              {user.name.slice(0, 1).toUpperCase()}
            </span>
            <span className="clipped" style={{ flex: 1 }}>
              {user.name}
            </span>
          </button>
        )
      }
    />
  )
}
