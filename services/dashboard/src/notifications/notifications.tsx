import type { Notification } from '@atrium/contracts'
import { Skeleton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { notificationsQuery } from '../platform/records/notifications.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { toastRefusal } from '../ui/feedback/toast-refusal.ts'
import { Empty } from '../ui/page/empty.tsx'
import { ShowMore } from '../ui/page/show-more.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { parseHref } from '../ui/text/parse-href.ts'
import { When } from '../ui/when.tsx'
import { kindIcons } from './kind-icons.ts'
import { readMutation } from './notification-queries.ts'
import classes from './notifications.module.css'

/** Lists the user's notifications. Opening one marks it as read. */
export function Notifications() {
  const query = useInfiniteQuery(notificationsQuery)
  const read = useMutation({ ...readMutation(useQueryClient()), onError: toastRefusal() })
  if (query.data === undefined) {
    return (
      <Waiting query={query}>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} h={58} mb={8} radius="lg" />
        ))}
      </Waiting>
    )
  }
  const items = query.data.pages.flatMap((page) => page.items)
  if (items.length === 0) {
    return (
      <Empty icon={IconBell} title="No notifications yet">
        New leads, paid invoices, failed posts and cards for you appear here. Choose what you hear
        about in the <SettingsLink />.
      </Empty>
    )
  }
  const unread = query.data.pages[0]?.unread ?? 0
  return (
    <>
      <div className={`quiet ${classes.bar}`}>
        <span>
          {unread === 0 ? 'You have read everything.' : `${unread} unread.`} <SettingsLink />
        </span>
        {unread > 0 && (
          <BusyButton
            variant="default"
            size="compact-sm"
            loading={read.isPending && read.variables !== undefined && 'all' in read.variables}
            onClick={() => read.mutate({ all: true })}
          >
            Mark all as read
          </BusyButton>
        )}
      </div>
      <ul className="card" aria-label="Notifications">
        {items.map((item) => (
          <li key={item.id}>
            <Row item={item} onOpen={() => item.readAt ?? read.mutate({ ids: [item.id] })} />
          </li>
        ))}
      </ul>
      <ShowMore query={query} mt={16} />
    </>
  )
}

const SettingsLink = () => (
  <Link to="/settings/{-$page}" params={{ page: 'notifications' }} className="link">
    Notification settings
  </Link>
)

function Row({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const { kind, title, detail, href, at, readAt } = item
  const Glyph = kindIcons[kind]
  const place = parseHref(href)
  const content = (
    <>
      <Glyph size={20} stroke={1.5} className="glyph" aria-hidden />
      <span className="words" dir="auto">
        <span className={readAt === null ? 'strong' : 'muted'}>{title}</span>
        {detail !== '' && <span className="quiet">{detail}</span>}
      </span>
      <span className="quiet firm">
        <When at={at} />
      </span>
      {readAt === null && <span className={classes.dot} role="img" aria-label="Unread" />}
    </>
  )
  return place === undefined ? (
    <button type="button" className={`row plain-button ${classes.row}`} onClick={onOpen}>
      {content}
    </button>
  ) : (
    <Link {...place} className={`row ${classes.row}`} onClick={onOpen}>
      {content}
    </Link>
  )
}
