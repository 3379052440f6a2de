import { listNotifications } from '@atrium/contracts'
import { atrium } from '../connection/api.ts'
import { factQuery } from './overview.ts'
import { cursorPages } from './queries.ts'

/** Reads the user's notifications, newest first. The first page has the unread count. */
export const notificationsQuery = cursorPages(['notifications', 'list'], (cursor, options) =>
  atrium.call(listNotifications, { query: cursor === undefined ? {} : { cursor } }, options),
)

/** Reads how many of the user's notifications are unread. */
export const unreadQuery = factQuery(
  ['notifications', 'unread'],
  ({ viewer }) => viewer?.unread,
  async (options) =>
    (await atrium.call(listNotifications, { query: { limit: 1 } }, options)).unread,
)
