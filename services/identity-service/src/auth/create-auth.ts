import { inTransaction } from '@atrium/database'
import { apiKey } from '@better-auth/api-key'
import { passkey } from '@better-auth/passkey'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { genericOAuth, openAPI, organization, twoFactor } from 'better-auth/plugins'
import { removeAccount } from '../account/remove-account.ts'
import { answeredOnce } from '../assistants/answered-once.ts'
import { oauthServer } from '../assistants/oauth-server.ts'
import type { SigninProvider } from '../config.ts'
import type { Deps } from '../deps.ts'
import { verificationSeconds } from '../notifications/compose.ts'
import { removeOrg } from '../orgs/purge-org.ts'
import { cookieOptions, sessionLifetime } from '../principal/session-cookie.ts'
import { endGrantsOf } from './access.db.ts'
import { authIds } from './auth-ids.ts'
import { authLogger } from './auth-logger.ts'
import { authMails } from './auth-mails.ts'
import { sessionThatGoesOn } from './change-password.ts'
import { authHooks } from './hooks.ts'
import { mailAddresses } from './mail-addresses.ts'
import { orgAccess } from './org-access.ts'
import { proveAddress } from './prove-address.ts'
import { databaseRateLimits } from './rate-limits.ts'
import { type Discovered, signinConfig } from './signin-provider.ts'

// Its own reference pages, and features that are off.
const closedPaths = [
  '/open-api/generate-schema',
  '/reference',
  '/delete-user/callback',
  '/two-factor/send-otp',
  '/two-factor/verify-otp',
]

type ReachedProvider = SigninProvider & Discovered

/** better-auth as Atrium runs it: on the service's own schema, with the platform's ids and no cookie cache. */
export const createAuth = (deps: Deps, signin: ReachedProvider | undefined) =>
  betterAuth(authOptions(deps, signin))

export type Auth = ReturnType<typeof createAuth>

/** Its options; `signin` is the identity provider once it has been reached. */
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
      // An assistant of a thief would go on otherwise. Keys are the org's, whose integrations use them.
      onPasswordReset: ({ user }) =>
        inTransaction(deps.attributedDb, undefined, (tx) => endGrantsOf(tx, user.id)),
      password: { hash: deps.passwords.hash, verify: deps.passwords.verify },
    },
    // The first mail is a consequence of `user.signed_up`, so that it goes out once and only if that committed.
    emailVerification: {
      sendVerificationEmail,
      sendOnSignUp: false,
      expiresIn: verificationSeconds,
      beforeEmailVerification: proveAddress(deps),
    },
    account: { encryptOAuthTokens: true },
    // Tokens that reset a password and states of a sign-in: a reader of the table can use none of them.
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
      // In one statement, so that a refusal keeps the account whole; better-auth then finds nothing left.
      deleteUser: { enabled: true, beforeDelete: ({ id }) => removeAccount(deps, id) },
    },
    databaseHooks: {
      user: {
        create: {
          // By the address alone, proved or not: no card and no mail announce the signup, and it allows nothing.
          before: async (user) => {
            const signedUpAsAdmin = config.adminEmails.includes(user.email.trim().toLowerCase())
            return { data: { ...user, signedUpAsAdmin } }
          },
        },
      },
      session: { create: { before: async (_session, context) => sessionThatGoesOn(context) } },
    },
    rateLimit: databaseRateLimits(deps),
    advanced: {
      ...cookieOptions(config),
      database: { generateId: authIds },
      // `origin-rule.ts` stands in for it: better-auth's own rule would refuse every call by Node's fetch.
      disableCSRFCheck: true,
      // Under a test runner better-auth would leave the check of callback URLs out.
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
        // The limit stands in the database, where several at once count as well.
        invitationLimit: Number.POSITIVE_INFINITY,
        // In one statement, so that the event and the cascades are one; better-auth then finds nothing left.
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
      oauthServer(config),
      answeredOnce(deps),
      mailAddresses,
      ...(signin === undefined ? [] : [genericOAuth({ config: [signinConfig(signin)] })]),
      openAPI({ disableDefaultReference: true }),
    ],
  } satisfies BetterAuthOptions
}
