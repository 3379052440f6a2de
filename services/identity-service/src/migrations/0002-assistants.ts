import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// The authorization server for assistants, under better-auth's names. A consent is a grant, one for
// each client, user and organisation. It is deleted with the membership, and its tokens are deleted
// with it.
const tables = sql`
  create table "oauthClient" (
    id text primary key,
    "clientId" text not null unique,
    "clientSecret" text,
    "clientDiscoveryId" text,
    disabled boolean default false,
    -- Every grant is given by a person.
    "skipConsent" boolean check ("skipConsent" is not true),
    "enableEndSession" boolean,
    "subjectType" text,
    scopes jsonb,
    "clientCredentialsScopes" jsonb,
    "userId" text references "user" on delete cascade,
    "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now(),
    name text,
    uri text,
    icon text,
    contacts jsonb,
    tos text,
    policy text,
    "softwareId" text,
    "softwareVersion" text,
    "softwareStatement" text,
    "redirectUris" jsonb not null,
    "postLogoutRedirectUris" jsonb,
    "backchannelLogoutUri" text,
    "backchannelLogoutSessionRequired" boolean,
    "tokenEndpointAuthMethod" text,
    "applicationType" text,
    jwks text,
    "jwksUri" text,
    "grantTypes" jsonb,
    "responseTypes" jsonb,
    "requirePKCE" boolean,
    "dpopBoundAccessTokens" boolean default false,
    "referenceId" text,
    metadata jsonb,
    -- When the last grant ended. A client that a user once allowed may ask again.
    "grantEndedAt" timestamptz
  );
  create index "oauthClient_userId_idx" on "oauthClient" ("userId");
  create index "oauthClient_createdAt_idx" on "oauthClient" ("createdAt");

  create table "oauthResource" (
    id text primary key,
    identifier text not null unique,
    name text not null,
    "accessTokenTtl" integer,
    "refreshTokenTtl" integer,
    "signingAlgorithm" text,
    "signingKeyId" text,
    "allowedScopes" jsonb,
    "customClaims" jsonb,
    "dpopBoundAccessTokensRequired" boolean default false,
    disabled boolean default false,
    "createdAt" timestamptz,
    "updatedAt" timestamptz,
    "policyVersion" integer default 1,
    metadata jsonb
  );

  create table "oauthClientResource" (
    id text primary key,
    "clientId" text not null references "oauthClient" ("clientId") on delete cascade,
    "resourceId" text not null references "oauthResource" (identifier) on delete cascade,
    metadata jsonb,
    "createdAt" timestamptz,
    unique ("clientId", "resourceId")
  );
  create index "oauthClientResource_resourceId_idx" on "oauthClientResource" ("resourceId");

  create table "oauthConsent" (
    id text primary key,
    "clientId" text not null references "oauthClient" ("clientId") on delete cascade,
    "userId" text not null references "user" on delete cascade,
    "referenceId" text not null,
    resources jsonb,
    "requestedUserInfoClaims" jsonb,
    scopes jsonb not null,
    "createdAt" timestamptz not null,
    "updatedAt" timestamptz not null,
    "lastUsedAt" timestamptz,
    unique ("clientId", "userId", "referenceId"),
    foreign key ("referenceId", "userId") references member ("organizationId", "userId") on delete cascade
  );
  create index "oauthConsent_userId_idx" on "oauthConsent" ("userId");
  create index "oauthConsent_member_idx" on "oauthConsent" ("referenceId", "userId");

  create table "oauthRefreshToken" (
    id text primary key,
    token text not null unique,
    "clientId" text not null,
    "sessionId" text references session on delete set null,
    "userId" text not null,
    "referenceId" text not null,
    "authorizationCodeId" text,
    resources jsonb,
    "requestedUserInfoClaims" jsonb,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null,
    revoked timestamptz,
    "rotatedAt" timestamptz,
    "rotationReplayResponse" text,
    "rotationReplayExpiresAt" timestamptz,
    "authTime" timestamptz,
    confirmation jsonb,
    scopes jsonb not null,
    foreign key ("clientId", "userId", "referenceId")
      references "oauthConsent" ("clientId", "userId", "referenceId") on delete cascade
  );
  create index "oauthRefreshToken_consent_idx" on "oauthRefreshToken" ("clientId", "userId", "referenceId");
  create index "oauthRefreshToken_sessionId_idx" on "oauthRefreshToken" ("sessionId");
  create index "oauthRefreshToken_code_idx" on "oauthRefreshToken" ("authorizationCodeId");
  create index "oauthRefreshToken_expiresAt_idx" on "oauthRefreshToken" ("expiresAt");

  create table "oauthAccessToken" (
    id text primary key,
    token text not null unique,
    "clientId" text not null,
    "sessionId" text references session on delete set null,
    "userId" text not null,
    "referenceId" text not null,
    "authorizationCodeId" text,
    resources jsonb,
    "requestedUserInfoClaims" jsonb,
    "refreshId" text references "oauthRefreshToken" on delete cascade,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null,
    revoked timestamptz,
    confirmation jsonb,
    scopes jsonb not null,
    foreign key ("clientId", "userId", "referenceId")
      references "oauthConsent" ("clientId", "userId", "referenceId") on delete cascade
  );
  create index "oauthAccessToken_consent_idx" on "oauthAccessToken" ("clientId", "userId", "referenceId");
  create index "oauthAccessToken_sessionId_idx" on "oauthAccessToken" ("sessionId");
  create index "oauthAccessToken_refreshId_idx" on "oauthAccessToken" ("refreshId");
  create index "oauthAccessToken_code_idx" on "oauthAccessToken" ("authorizationCodeId");
  create index "oauthAccessToken_expiresAt_idx" on "oauthAccessToken" ("expiresAt");

  -- A grant outlives the browser session in which the user gave it. Otherwise better-auth would end
  -- its tokens together with the session.
  create function oauth_token_outlives_session() returns trigger language plpgsql as $$
  begin
    new."sessionId" := null;
    return new;
  end $$;
  create trigger outlives_session before insert on "oauthRefreshToken"
    for each row execute function oauth_token_outlives_session();
  create trigger outlives_session before insert on "oauthAccessToken"
    for each row execute function oauth_token_outlives_session();

  create table "oauthClientAssertion" (
    id text primary key,
    "expiresAt" timestamptz not null
  );

  -- Signatures of consent requests with a response. Each request counts once.
  create table answered_consents (
    signature text primary key,
    expires_at timestamptz not null
  );
  create index answered_consents_expires_at_idx on answered_consents (expires_at);

  create function note_ended_grant() returns trigger language plpgsql set search_path from current as $$
  begin
    update "oauthClient" set "grantEndedAt" = now() where "clientId" = old."clientId";
    return null;
  end $$;
  create trigger ended_grant after delete on "oauthConsent"
    for each row execute function note_ended_grant();
`

export const assistants: Migration = {
  async up(db: Kysely<unknown>) {
    await tables.execute(db)
  },
}
