import { z } from 'zod'
import { defineEvent } from '../core/messages.ts'
import { named, namedBody, nextCursor, pageQuery, RecordId, Timestamp } from '../core/schemas.ts'
import { noContent, ok, tagged } from '../core/tagged.ts'

export const notificationKinds = [
  'lead',
  'invoice_paid',
  'invoice_overdue',
  'refund_or_dispute',
  'post_failed',
  'post_unconfirmed',
  'account_expired',
  'run_failed',
  'approval_asked',
  'card_assigned',
  'mentioned',
  'ticket_order',
  'credits_low',
] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.output<typeof NotificationKind>

/** Unread notifications are counted up to this number. */
export const unreadAtMost = 1_000

const Unread = z
  .number()
  .int()
  .describe(`The number of the caller’s unread notifications, at most ${unreadAtMost}.`)

export const Notification = named('Notification', {
  id: RecordId,
  kind: NotificationKind.describe('What the notification is about.'),
  title: z.string().describe('What happened, in a few words.'),
  detail: z.string().describe('More about it, for example a customer’s name. May be empty.'),
  href: z.string().describe('The dashboard page of the record.'),
  at: Timestamp.describe('When the user was notified.'),
  readAt: Timestamp.nullable().describe('When the user read it. Null while it is unread.'),
})
export type Notification = z.output<typeof Notification>

const Channels = z.strictObject({
  kind: NotificationKind.describe('The kind of notification.'),
  page: z.boolean().describe('True if the dashboard shows it.'),
  mail: z.boolean().describe('True if it is mailed.'),
  push: z.boolean().describe('True if it is sent to the user’s browsers.'),
})
export type NotificationChannels = z.output<typeof Channels>

const dailySummary = z
  .boolean()
  .describe('True if the user gets one mail a day with the unread notifications.')

export const NotificationSettings = named('NotificationSettings', {
  items: z.array(Channels).describe('One entry for each kind.'),
  dailySummary,
})
export type NotificationSettings = z.output<typeof NotificationSettings>

export const NotificationSettingsChange = namedBody('NotificationSettingsChange', {
  items: z
    .array(Channels)
    .max(notificationKinds.length)
    .refine((items) => new Set(items.map(({ kind }) => kind)).size === items.length, {
      error: 'Name each kind once',
    })
    .describe('The kinds to change. Other kinds stay unchanged.'),
  dailySummary: dailySummary.optional().describe('Left out to keep the current choice.'),
})

const identity = tagged('Identity')

export const listNotifications = identity.org.get('listNotifications', '/api/notifications', {
  sdk: 'notifications.list',
  // An assistant acts for a task and has no use for its user's notices.
  assistants: false,
  summary: 'Your notifications in the organisation, newest first',
  description: 'Notifications are kept for 90 days.',
  query: z.object({
    cursor: z.string().max(200).optional().describe('The `next` value of the previous page.'),
    limit: pageQuery.limit,
  }),
  responses: ok(
    'A page of notifications',
    z.object({
      items: z.array(Notification).describe('The notifications, newest first.'),
      next: nextCursor,
      unread: Unread,
    }),
  ),
})

export const readNotifications = identity.org.post('readNotifications', '/api/notifications/read', {
  sdk: 'notifications.read',
  assistants: false,
  summary: 'Mark notifications as read',
  description:
    'Ids of other users’ notifications, and of those that are already read, change nothing.',
  body: z.union([
    z.strictObject({
      ids: z
        .array(z.string().min(1).max(100))
        .min(1)
        .max(100)
        .describe('The ids of the notifications to mark as read.'),
    }),
    z.strictObject({
      all: z.literal(true).describe('Marks all notifications of the organisation as read.'),
    }),
  ]),
  responses: ok('The rest', z.object({ unread: Unread })),
  example: { body: { all: true } },
})

export const getNotificationSettings = identity.org.get(
  'getNotificationSettings',
  '/api/me/notifications',
  {
    sdk: 'notifications.settings',
    assistants: false,
    summary: 'Which notifications you get in the organisation, and where',
    description: 'Needs a session. An API key has no settings.',
    responses: ok('The settings', NotificationSettings),
  },
)

export const putNotificationSettings = identity.org.put(
  'putNotificationSettings',
  '/api/me/notifications',
  {
    sdk: 'notifications.updateSettings',
    assistants: false,
    summary: 'Choose which notifications you get in the organisation, and where',
    description:
      'Needs a session. Approvals send their own mail with the button, so `mail` of `approval_asked` has no effect.',
    body: NotificationSettingsChange,
    responses: ok('The settings', NotificationSettings),
    example: {
      body: {
        items: [{ kind: 'invoice_paid', page: true, mail: true, push: false }],
        dailySummary: true,
      },
    },
  },
)

/** A browser's `PushSubscription` as JSON. */
export const PushSubscription = namedBody('PushSubscription', {
  endpoint: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .describe('The push service’s URL.'),
  expirationTime: z
    .number()
    .nullable()
    .optional()
    .describe('When the subscription expires, in milliseconds since 1970. Usually null.'),
  keys: z
    .strictObject({
      p256dh: z
        .string()
        .regex(/^[\w-]{80,100}=*$/)
        .describe('The browser’s public key, base64url.'),
      auth: z
        .string()
        .regex(/^[\w-]{16,40}=*$/)
        .describe('The shared secret, base64url.'),
    })
    .describe('The keys that encrypt a message for the browser.'),
})
export type PushSubscription = z.output<typeof PushSubscription>

export const getPushKey = identity.user.get('getPushKey', '/api/me/push', {
  sdk: 'notifications.pushKey',
  assistants: false,
  summary: 'The key that a browser needs to subscribe to notifications',
  description: 'Needs a session.',
  responses: ok(
    'The key',
    z.object({
      publicKey: z
        .string()
        .nullable()
        .describe('The VAPID public key, base64url. Null if push is not set up.'),
    }),
  ),
})

export const subscribePush = identity.user.post('subscribePush', '/api/me/push', {
  sdk: 'notifications.subscribe',
  assistants: false,
  summary: 'Send notifications to this browser',
  description:
    'Takes the JSON of the browser’s `PushSubscription`. Needs a session. A user has at most 20 subscriptions, and another one replaces the oldest. A subscription ends when its push service reports that it is gone.',
  body: PushSubscription,
  responses: noContent('Subscribed'),
  errors: ['not_configured'],
})

export const unsubscribePush = identity.user.delete('unsubscribePush', '/api/me/push', {
  sdk: 'notifications.unsubscribe',
  assistants: false,
  summary: 'Send no more notifications to this browser',
  description:
    'Takes the JSON of the browser’s `PushSubscription`. Needs a session. An unknown subscription changes nothing.',
  body: z.strictObject({
    endpoint: PushSubscription.shape.endpoint,
    expirationTime: PushSubscription.shape.expirationTime,
    keys: PushSubscription.shape.keys.optional().describe('Not needed.'),
  }),
  responses: noContent('Unsubscribed'),
  example: { body: { endpoint: 'https://push.example.com/send/c0ffee' } },
})

const changedNotification = {
  id: z
    .string()
    .nullable()
    .describe('The notification’s id. Null if all notifications were marked as read.'),
  kind: NotificationKind.nullable().describe('The notification’s kind. Null if `id` is null.'),
  unread: Unread,
  ownerId: z.string().describe('The id of the notified user.'),
}

/** Sent to the notified user alone. The user knows who it is for. */
const defineOwnNotice = <const T extends string>(type: T, description: string) =>
  defineEvent({
    type,
    description,
    schema: z.object(changedNotification),
    domain: false,
    audience: 'owner',
    unstreamed: ['ownerId'],
  })

export const NotificationCreated = defineOwnNotice('notification.created', 'A user was notified')
export const NotificationRead = defineOwnNotice(
  'notification.read',
  'A user marked notifications as read',
)
