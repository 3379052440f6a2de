import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The tables of better-auth, under its own names so that its schema check passes. Constraints
 * enforce what better-auth leaves to application code: one membership per org and user, the three
 * roles, one account per address, and keys that end with their creator's membership.
 */
export const accounts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`create table "user" (
    id text primary key,
    name text not null,
    email text not null unique,
    "emailVerified" boolean not null default false,
    image text,
    "signedUpAsAdmin" boolean not null default false,
    "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now()
  )`,
  sql`create table organization (
    id text primary key,
    name text not null,
    slug text not null unique,
    logo text,
    metadata text,
    "createdAt" timestamptz not null default now()
  )`,
  sql`create table member (
    id text primary key,
    "organizationId" text not null references organization (id) on delete cascade,
    "userId" text not null references "user" (id) on delete cascade,
    role text not null check (role in ('owner', 'admin', 'member')),
    "createdAt" timestamptz not null default now(),
    unique ("organizationId", "userId")
  )`,
  sql`create index "member_userId_idx" on member ("userId")`,
  sql`create table invitation (
    id text primary key,
    "organizationId" text not null references organization (id) on delete cascade,
    email text not null,
    role text check (role in ('owner', 'admin', 'member')),
    status text not null,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null default now(),
    "inviterId" text not null references "user" (id) on delete cascade
  )`,
  sql`create index "invitation_organizationId_idx" on invitation ("organizationId")`,
  sql`create index invitation_email_idx on invitation (email)`,
  sql`create table session (
    id text primary key,
    token text not null unique,
    "userId" text not null references "user" (id) on delete cascade,
    "activeOrganizationId" text references organization (id) on delete set null,
    "ipAddress" text,
    "userAgent" text,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now()
  )`,
  sql`create index "session_userId_idx" on session ("userId")`,
  sql`create index "session_activeOrganizationId_idx" on session ("activeOrganizationId")`,
  sql`create index "session_expiresAt_idx" on session ("expiresAt")`,
  sql`create table account (
    id text primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null references "user" (id) on delete cascade,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamptz,
    "refreshTokenExpiresAt" timestamptz,
    scope text,
    password text,
    "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now(),
    unique ("providerId", "accountId")
  )`,
  sql`create index "account_userId_idx" on account ("userId")`,
  sql`create table verification (
    id text primary key,
    identifier text not null,
    value text not null,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now()
  )`,
  sql`create index verification_identifier_idx on verification (identifier)`,
  sql`create index "verification_expiresAt_idx" on verification ("expiresAt")`,
  // The metadata of a key contains its creator and role. Only the service writes it, see api-keys/.
  sql`create table apikey (
    id text primary key,
    "configId" text not null,
    name text,
    start text,
    prefix text,
    key text not null unique,
    "referenceId" text not null,
    "creatorId" text generated always as (metadata::jsonb ->> 'createdBy') stored,
    role text generated always as (metadata::jsonb ->> 'role') stored
      check (role in ('owner', 'admin', 'member')),
    "refillInterval" integer,
    "refillAmount" integer,
    "lastRefillAt" timestamptz,
    enabled boolean,
    "rateLimitEnabled" boolean,
    "rateLimitTimeWindow" integer,
    "rateLimitMax" integer,
    "requestCount" integer,
    remaining integer,
    "lastRequest" timestamptz,
    "expiresAt" timestamptz,
    "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now(),
    permissions text,
    metadata text not null,
    check ("creatorId" is not null and role is not null),
    foreign key ("referenceId", "creatorId") references member ("organizationId", "userId") on delete cascade
  )`,
  sql`create index "apikey_configId_idx" on apikey ("configId")`,
  sql`create index "apikey_referenceId_idx" on apikey ("referenceId", "creatorId")`,
  sql`create table passkey (
    id text primary key,
    name text,
    "publicKey" text not null,
    "userId" text not null references "user" (id) on delete cascade,
    "credentialID" text not null unique,
    counter integer not null,
    "deviceType" text not null,
    "backedUp" boolean not null,
    transports text,
    aaguid text,
    "createdAt" timestamptz
  )`,
  sql`create index "passkey_userId_idx" on passkey ("userId")`,
]
