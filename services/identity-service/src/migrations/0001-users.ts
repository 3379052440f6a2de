import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// The tables of better-auth have its names, so its schema check passes. Constraints enforce what
// better-auth leaves to application code: one membership for each organisation and user, the three
// roles, one account for each address, and keys that end with their creator's membership.
const members = sql`
  create table "user" (
    id text primary key,
    name text not null,
    email text not null unique,
    "emailVerified" boolean not null default false,
    image text,
    "signedUpAsAdmin" boolean not null default false,
    "twoFactorEnabled" boolean not null default false,
    "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now()
  );

  create table organization (
    id text primary key,
    name text not null,
    slug text not null unique,
    logo text,
    metadata text,
    "createdAt" timestamptz not null default now()
  );

  create table member (
    id text primary key,
    "organizationId" text not null references organization on delete cascade,
    "userId" text not null references "user" on delete cascade,
    role text not null check (role in ('owner', 'admin', 'member')),
    "createdAt" timestamptz not null default now(),
    unique ("organizationId", "userId")
  );
  create index "member_userId_idx" on member ("userId");

  create table invitation (
    id text primary key,
    "organizationId" text not null references organization on delete cascade,
    email text not null,
    role text check (role in ('owner', 'admin', 'member')),
    status text not null,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null default now(),
    "inviterId" text not null references "user" on delete cascade,
    -- The times of the invitation's mails in the last 24 hours.
    "mailedAt" timestamptz[] not null default '{}'
  );
  create index "invitation_organizationId_idx" on invitation ("organizationId");
  create index invitation_email_idx on invitation (email);

  -- Who created an organisation, because an account creates at most five. Rows of deleted
  -- organisations stay for a day. Otherwise an account could delete and create organisations to get
  -- fresh daily limits.
  create table org_creations (
    org_id text primary key,
    user_id text not null references "user" on delete cascade,
    created_at timestamptz(3) not null default now()
  );
  create index org_creations_of_user on org_creations (user_id, created_at);
`

const credentials = sql`
  create table session (
    id text primary key,
    token text not null unique,
    "userId" text not null references "user" on delete cascade,
    "activeOrganizationId" text references organization on delete set null,
    "ipAddress" text,
    "userAgent" text,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now()
  );
  create index "session_userId_idx" on session ("userId");
  create index "session_activeOrganizationId_idx" on session ("activeOrganizationId");
  create index "session_expiresAt_idx" on session ("expiresAt");

  create table account (
    id text primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null references "user" on delete cascade,
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
  );
  create index "account_userId_idx" on account ("userId");

  create table verification (
    id text primary key,
    identifier text not null,
    value text not null,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now()
  );
  create index verification_identifier_idx on verification (identifier);
  create index "verification_expiresAt_idx" on verification ("expiresAt");

  create table passkey (
    id text primary key,
    name text,
    "publicKey" text not null,
    "userId" text not null references "user" on delete cascade,
    "credentialID" text not null unique,
    counter integer not null,
    "deviceType" text not null,
    "backedUp" boolean not null,
    transports text,
    aaguid text,
    "createdAt" timestamptz
  );
  create index "passkey_userId_idx" on passkey ("userId");

  -- better-auth encrypts the secrets and recovery codes.
  create table "twoFactor" (
    id text primary key,
    secret text not null,
    "backupCodes" text not null,
    "userId" text not null unique references "user" on delete cascade,
    verified boolean not null default true,
    "failedVerificationCount" integer not null default 0,
    "lockedUntil" timestamptz
  );

  -- Authenticator codes after a sign-in, so that each code signs in only once.
  create table used_codes (
    user_id text not null references "user" on delete cascade,
    code_hash text not null,
    expires_at timestamptz(3) not null,
    primary key (user_id, code_hash)
  );
  create index used_codes_expiry on used_codes (expires_at);

  -- The metadata of a key contains its creator, role and scopes. Only the service writes it, see
  -- api-keys/. If the scopes are null, they limit nothing.
  create table apikey (
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
    scopes jsonb generated always as (nullif(metadata::jsonb -> 'scopes', 'null'::jsonb)) stored,
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
  );
  create index "apikey_configId_idx" on apikey ("configId");
  create index "apikey_referenceId_idx" on apikey ("referenceId", "creatorId");

  -- Requests by address and route. Unlogged, because a loss in a crash does no harm.
  create unlogged table rate_limits (
    key text primary key,
    count int not null,
    window_ends timestamptz not null
  );
  create index rate_limits_window_ends on rate_limits (window_ends);
`

// A null column means the default.
const settings = sql`
  create table org_settings (
    org_id text primary key references organization on delete cascade,
    timezone text,
    locale text,
    currency text,
    logo_url text,
    brand_color text
  );

  create table user_settings (
    user_id text primary key references "user" on delete cascade,
    notification_email text,
    timezone text,
    locale text,
    theme text check (theme in ('system', 'light', 'dark'))
  );
`

export const users: Migration = {
  async up(db: Kysely<unknown>) {
    for (const tables of [members, credentials, settings]) await tables.execute(db)
  },
}
