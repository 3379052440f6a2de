import { apiKey } from '@better-auth/api-key'
import { passkey } from '@better-auth/passkey'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { openAPI, organization } from 'better-auth/plugins'
import type { Deps } from '../deps.ts'
import { authIds } from './auth-ids.ts'
import { authLogger } from './auth-logger.ts'
import { cookieOptions, sessionLifetime } from './cookies.ts'
import { orgAccess } from './org-access.ts'
import { databaseRateLimits } from './rate-limits.ts'

/** better-auth as Atrium runs it: on the service's own schema, with the platform's ids and no cookie cache. */
export const createAuth = (deps: Deps) => betterAuth(authOptions(deps))

export type Auth = ReturnType<typeof createAuth>

/** Its options, also for the check that the schema is complete. */
export function authOptions(deps: Deps) {
  const { config } = deps
  return {
    appName: 'Atrium',
    baseURL: config.authOrigin,
    basePath: '/api/auth',
    secret: config.secret,
    database: { db: deps.db, type: 'postgres', transaction: true },
    trustedOrigins: [...config.trustedOrigins],
    disabledPaths: ['/open-api/generate-schema', '/reference'],
    telemetry: { enabled: false },
    logger: authLogger(deps.logger),
    onAPIError: { throw: true },
    session: { ...sessionLifetime, cookieCache: { enabled: false } },
    emailAndPassword: { enabled: true, autoSignIn: true, minPasswordLength: 8, maxPasswordLength: 128 },
    user: {
      additionalFields: {
        signedUpAsAdmin: { type: 'boolean', required: false, input: false, returned: false },
      },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({ data: { ...user, signedUpAsAdmin: config.isAdmin(user.email) } }),
        },
      },
    },
    rateLimit: databaseRateLimits(deps),
    advanced: {
      ...cookieOptions(config),
      database: { generateId: authIds },
      // Under a test runner better-auth would leave these checks out.
      disableCSRFCheck: false,
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
      openAPI({ disableDefaultReference: true }),
    ],
  } satisfies BetterAuthOptions
}
