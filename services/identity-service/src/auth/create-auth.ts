import { inTransaction } from '@atrium/database'
import { apiKey } from '@better-auth/api-key'
import { passkey } from '@better-auth/passkey'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { genericOAuth, openAPI, organization, twoFactor } from 'better-auth/plugins'
import { createAccessControl } from 'better-auth/plugins/access'
import {
  adminAc,
  defaultStatements,
  memberAc,
  ownerAc,
} from 'better-auth/plugins/organization/access'
import { removeAccount } from '../account/remove-account.ts'
import { answeredOnce } from '../assistants/answered-once.ts'
import { oauthServer } from '../assistants/oauth-server.ts'
import type { SigninProvider } from '../config.ts'
import type { Deps } from '../deps.ts'
import { verificationSeconds } from '../notifications/compose.ts'
import { removeOrg } from '../orgs/purge-org.ts'
import { cookieOptions, sessionLifetime } from '../principal/session-cookie.ts'
import { endUserGrants } from './access.db.ts'
import { createAuthIds } from './auth-ids.ts'
import { authLogger } from './auth-logger.ts'
import { authMails } from './auth-mails.ts'
import { authHooks } from './hooks.ts'
import { databaseRateLimits } from './limits/rate-limits.ts'
import { mailAddresses } from './mail-addresses.ts'
import { continueSession } from './passwords/change-password.ts'
import { proveAddress } from './sign-in/prove-address.ts'
import { type Discovered, signinConfig } from './sign-in/signin-provider.ts'

// better-auth's reference pages, and features that are off.
const closedPaths = [
  '/open-api/generate-schema',
  '/reference',
  '/delete-user/callback',
  '/two-factor/send-otp',
  '/two-factor/verify-otp',
]

type ReachedProvider = SigninProvider & Discovered

/**
 * Configures better-auth for Atrium: the service's own schema, the platform's ids and no cookie
 * cache.
 */
export const createAuth = (deps: Deps, signin: ReachedProvider | undefined) =>
  betterAuth(authOptions(deps, signin))

export type Auth = ReturnType<typeof createAuth>

/**
 * Returns better-auth's options. `signin` is undefined until the identity provider has been
 * reached.
 */
export function authOptions(deps: Deps, signin: ReachedProvider | undefined) {
  const { config } = deps
  const { sendResetPassword, sendVerificationEmail, sendChangeEmailConfirmation } = authMails(deps)
  return {
    appName: 'Atrium',
    baseURL: config.authOrigin,
    basePath: '/api/auth',
    secret: config.secret,
    database: { db: deps.attributedDb, type: 'postgres', transaction: true },
    trustedOrigins: [...config.trustedOrigins],
    disabledPaths: closedPaths,
    telemetry: { enabled: false },
    logger: authLogger(deps.logger),
    onAPIError: { throw: true, errorURL: `${config.dashboardUrl}/sign-in` },
    session: { ...sessionLifetime, cookieCache: { enabled: false } },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword,
      // Otherwise an assistant connected by a thief would keep its access. API keys stay because
      // they belong to the org, and its integrations use them.
      onPasswordReset: ({ user }) =>
        inTransaction(deps.attributedDb, undefined, (tx) => endUserGrants(tx, user.id)),
      password: { hash: deps.passwords.hash, verify: deps.passwords.verify },
    },
    // The consumer of `user.signed_up` sends the first mail. So it goes out once, and only if the
    // sign-up committed.
    emailVerification: {
      sendVerificationEmail,
      sendOnSignUp: false,
      expiresIn: verificationSeconds,
      beforeEmailVerification: proveAddress(deps),
    },
    account: { encryptOAuthTokens: true },
    // Password reset tokens and sign-in states are hashed. If somebody reads the table, they can
    // use none of them.
    verification: { storeIdentifier: 'hashed' },
    hooks: authHooks(deps),
    user: {
      additionalFields: {
        signedUpAsAdmin: { type: 'boolean', required: false, input: false, returned: false },
      },
      changeEmail: {
        enabled: true,
        updateEmailWithoutVerification: config.isTrusted({ emailVerified: false }),
        sendChangeEmailConfirmation,
      },
      // One statement deletes everything, so the account stays complete if the database rejects the
      // deletion. better-auth then finds nothing left to delete.
      deleteUser: { enabled: true, beforeDelete: ({ id }) => removeAccount(deps, id) },
    },
    databaseHooks: {
      user: {
        create: {
          // Compares the address only, verified or not. The mark only suppresses the board card and
          // the mail about the sign-up, and it grants nothing.
          before: async (user) => {
            const signedUpAsAdmin = config.adminEmails.includes(user.email.trim().toLowerCase())
            return { data: { ...user, signedUpAsAdmin } }
          },
        },
      },
      session: { create: { before: async (_session, context) => continueSession(context) } },
    },
    rateLimit: databaseRateLimits(deps),
    advanced: {
      ...cookieOptions(config),
      database: { generateId: createAuthIds(deps.newId) },
      // `origin-rule.ts` replaces this check, because better-auth's own rule would reject every
      // call from Node's fetch.
      disableCSRFCheck: true,
      // better-auth would skip the check of callback URLs under a test runner.
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: ['x-forwarded-for'], ipv6Subnet: 64 },
    },
    plugins: [
      organization({
        ...orgAccess,
        creatorRole: 'owner',
        requireEmailVerificationOnInvitation: false,
        cancelPendingInvitationsOnReInvite: false,
        membershipLimit: 1_000,
        // The database enforces the limit, because it also counts concurrent invitations.
        invitationLimit: Number.POSITIVE_INFINITY,
        // One statement deletes everything, so the event and the cascades commit together.
        // better-auth then finds nothing left to delete.
        organizationHooks: {
          beforeDeleteOrganization: ({ organization: { id } }) => removeOrg(deps, id),
        },
      }),
      apiKey({
        references: 'organization',
        apiKeyHeaders: 'x-api-key',
        defaultPrefix: 'atr_',
        enableMetadata: true,
        maximumNameLength: 100,
        rateLimit: { enabled: false },
        keyExpiration: { minExpiresIn: 0, maxExpiresIn: 3_650 },
        startingCharactersConfig: { shouldStore: true, charactersLength: 8 },
      }),
      passkey({
        rpID: config.passkeyRpId,
        rpName: 'Atrium',
        origin: [...config.trustedOrigins],
      }),
      twoFactor({ issuer: 'Atrium' }),
      oauthServer(deps),
      answeredOnce(deps),
      mailAddresses,
      ...(signin === undefined ? [] : [genericOAuth({ config: [signinConfig(signin)] })]),
      openAPI({ disableDefaultReference: true }),
    ],
  } satisfies BetterAuthOptions
}

const apiKeyRights = ['create', 'read', 'update', 'delete'] as const
const access = createAccessControl({ ...defaultStatements, apiKey: apiKeyRights })

/**
 * Rights of the org roles. Every member may have API keys. `api-keys/` checks the rights to a
 * single key.
 */
const orgAccess = {
  ac: access,
  roles: {
    owner: access.newRole({ ...ownerAc.statements, apiKey: apiKeyRights }),
    admin: access.newRole({ ...adminAc.statements, apiKey: apiKeyRights }),
    member: access.newRole({ ...memberAc.statements, apiKey: apiKeyRights }),
  },
}
