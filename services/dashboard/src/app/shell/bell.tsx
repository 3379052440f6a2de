import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unreadQuery } from '../../platform/records/notifications.ts'
import classes from './shell.module.css'

const mostShown = 99

/** Opens the notifications and shows how many are unread. */
export function Bell() {
  const { data: unread = 0 } = useQuery(unreadQuery)
  return (
    <Link
      to="/notifications"
      className={`muted firm ${classes.bell}`}
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
      title="Notifications"
    >
      <IconBell size={20} stroke={1.75} aria-hidden />
      {unread > 0 && (
        <span className={classes.unread} aria-hidden>
          {unread > mostShown ? `${mostShown}+` : unread}
        </span>
      )}
    </Link>
  )
}
