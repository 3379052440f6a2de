import type { FenceTables } from '@atrium/asset-fences'
import type {
  AuditDetail,
  AuditEntry,
  NotificationKind,
  OrgRole,
  OrgSettings,
  UserSettings,
} from '@atrium/contracts'
import type { DatabaseHandle, Json, PlatformTables, TableOf } from '@atrium/database'
import type { MailQueueTable } from '@atrium/mailer'
import type { Generated, Kysely, Transaction as KyselyTransaction } from 'kysely'

interface UserTable {
  id: string
  name: string
  email: string
  emailVerified: boolean
  twoFactorEnabled: Generated<boolean>
}

interface SessionTable {
  id: string
  token: string
  userId: string
  activeOrganizationId: string | null
  ipAddress: string | null
  userAgent: string | null
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
}

interface OrganizationTable {
  id: string
  name: string
  slug: string
  createdAt: Date
}

interface MemberTable {
  id: string
  organizationId: string
  userId: string
  role: OrgRole
  createdAt: Date
}

interface InvitationTable {
  id: string
  organizationId: string
  email: string
  role: OrgRole | null
  status: string
  inviterId: string
  expiresAt: Date
  createdAt: Date
}

interface ApiKeyTable {
  id: string
  name: string | null
  /** SHA-256 of the key, base64url. */
  key: string
  /** The org's id. */
  referenceId: string
  creatorId: Generated<string>
  role: Generated<OrgRole>
  /** Null if the key has no scopes. */
  scopes: Generated<string[] | null>
  expiresAt: Date | null
  createdAt: Date
}

interface AccountTable {
  id: string
  userId: string
  /** `credential` stands for a password. */
  providerId: string
}

/** Passkeys and second factors. */
interface FactorTable {
  id: string
  userId: string
}

/** Verifications, access tokens and refresh tokens. */
interface ExpiringTable {
  id: string
  expiresAt: Date
}

interface OauthClientTable {
  id: string
  clientId: string
  name: string | null
  redirectUris: string[]
  createdAt: Date
  /** When the client's last grant ended. A trigger sets it. */
  grantEndedAt: Generated<Date | null>
}

/** A grant. A user allows a client to act in an org. `referenceId` is the org. */
interface OauthConsentTable {
  id: string
  clientId: string
  userId: string
  referenceId: string
  scopes: string[]
  createdAt: Date
  lastUsedAt: Date | null
}

/** Null stands for the default. */
type Chosen<Settings> = { [K in keyof Settings]: Settings[K] | null }

interface AuditEntriesTable {
  id: string
  org_id: string
  at: Date
  actor_type: AuditEntry['actor']['type']
  actor_id: string
  actor_name: string
  action: string
  target_type: string
  target_id: string
  target_name: string
  detail: Json<AuditDetail>
  request_id: string | null
  ip: string | null
}

interface ActivityEntriesTable {
  id: string
  org_id: string
  at: Date
  kind: string
  /** Null if it is not known who did it. */
  actor_type: AuditEntry['actor']['type'] | null
  actor_id: string | null
  actor_name: string | null
  target_type: string
  target_id: string
  target_name: string
  /** What the title depends on besides the kind, for example a card's new status. */
  variant: Generated<string>
  /** The reason, or another fact in words. */
  note: Generated<string>
  /** The least role that sees the entry. If it is `owner`, only `owner_id` sees it. */
  audience: 'member' | 'admin' | 'owner'
  /** A member who sees the entry whatever the audience is. */
  owner_id: string | null
}
/** People outside an organisation who have received its mails. */
interface MailRecipientsTable {
  org_id: string
  /** In lower case. */
  address: string
  token: string
  mailed_at: Generated<Date>
  unsubscribed_at: Date | null
}

/** Quote requests for the owner's next digest. */
interface QuoteDigestTable {
  event_id: string
  org_id: string
  user_id: string
  task_id: string
  name: string
  received_at: Generated<Date>
}

interface NotificationsTable {
  id: string
  org_id: string
  user_id: string
  kind: NotificationKind
  /** The record or event that the user is notified about once. */
  subject: string
  title: string
  detail: string
  href: string
  /** True if only owners and admins may see the record. */
  for_admins: boolean
  /** False if the user wants this kind by mail or push only. */
  on_page: boolean
  at: Date
  read_at: Date | null
}

/** Where a user wants the notifications of a kind. */
export interface KindChoice {
  page: boolean
  mail: boolean
  push: boolean
}

interface NotificationSettingsTable {
  org_id: string
  user_id: string
  /** The user's choices. A kind that is not in it has its default. */
  kinds: Json<Partial<Record<NotificationKind, KindChoice>>>
  daily_summary: boolean
  /** When the next daily summary is due. Null without one. */
  summary_at: Date | null
}

interface PushSubscriptionsTable {
  id: string
  user_id: string
  /** Null for a subscription of an earlier release. */
  session_id: string | null
  endpoint: string
  p256dh: string
  auth: string
  created_at: Generated<Date>
}

interface PushQueueTable {
  notification_id: string
  subscription_id: string
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
}

/**
 * The tables of schema `identity` as our own statements use them. better-auth uses more columns.
 */
export interface Database extends PlatformTables, FenceTables {
  user: UserTable
  session: SessionTable
  organization: OrganizationTable
  member: MemberTable
  invitation: InvitationTable
  apikey: ApiKeyTable
  account: AccountTable
  passkey: FactorTable
  twoFactor: FactorTable
  verification: ExpiringTable
  oauthClient: OauthClientTable
  oauthConsent: OauthConsentTable
  oauthAccessToken: ExpiringTable
  oauthRefreshToken: ExpiringTable
  answered_consents: { signature: string; expires_at: Date }
  rate_limits: { key: string; count: number; window_ends: Date }
  mail_queue: MailQueueTable
  org_settings: TableOf<Chosen<OrgSettings>, { org_id: string }>
  user_settings: TableOf<Chosen<UserSettings>, { user_id: string }>
  activity_entries: ActivityEntriesTable
  audit_entries: AuditEntriesTable
  stranger_mails: { org_id: string; key: string; recipient: string; at: Generated<Date> }
  mail_recipients: MailRecipientsTable
  stopped_addresses: { address: string; reason: 'bounced' | 'complained'; at: Generated<Date> }
  quote_digest: QuoteDigestTable
  notifications: NotificationsTable
  notification_settings: NotificationSettingsTable
  push_subscriptions: PushSubscriptionsTable
  push_queue: PushQueueTable
  used_codes: { user_id: string; code_hash: string; expires_at: Date }
  org_creations: { org_id: string; user_id: string; created_at: Generated<Date> }
}

export type Db = Kysely<Database>
export type Transaction = KyselyTransaction<Database>
export type Pool = DatabaseHandle<Database>['pool']
