import { listNotifications } from '@atrium/contracts'
import { atrium } from '../connection/api.ts'
import { cursorPages } from './queries.ts'

/** Reads the user's notifications, newest first. The first page has the unread count. */
export const notificationsQuery = cursorPages(['notifications', 'list'], (cursor, options) =>
  atrium.call(listNotifications, { query: cursor === undefined ? {} : { cursor } }, options),
)
