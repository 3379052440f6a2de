import { newId } from '@atrium/contracts'
import { oauthProvider } from '@better-auth/oauth-provider'
import type { IdentityConfig } from '../config.ts'
import { accessTokenPrefix } from '../principal/credentials.ts'

/** The rights of an assistant: to read, or to read and change. */
export const grantScopes = ['atrium:read', 'atrium:write'] as const
/** Asked for by the server itself: a grant is renewed until the person ends it. */
export const renewalScope = 'offline_access'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** better-auth's authorization server (OAuth 2.1) for assistants: opaque tokens, so that what is ended is ended at once. */
export const oauthServer = (config: Pick<IdentityConfig, 'dashboardUrl' | 'assistantsUrl'>) =>
  oauthProvider({
    // The consent page sends a visitor without a session to sign in first.
    loginPage: `${config.dashboardUrl}/consent`,
    consentPage: `${config.dashboardUrl}/consent`,
    scopes: [...grantScopes, renewalScope],
    advertisedMetadata: { scopes_supported: [...grantScopes] },
    grantTypes: ['authorization_code', 'refresh_token'],
    disableJwtPlugin: true,
    storeClientSecret: 'encrypted',
    storeTokens: 'hashed',
    accessTokenExpiresIn: hour,
    refreshTokenExpiresIn: 90 * day,
    codeExpiresIn: 10 * minute,
    resources: [config.assistantsUrl],
    enforcePerClientResources: false,
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    generateClientId: () => newId('ocl'),
    prefix: { opaqueAccessToken: accessTokenPrefix, refreshToken: 'atmr_' },
    clientPrivileges: () => false,
    resourcePrivileges: () => false,
    // The org of a grant is the one that the session is in at that moment.
    postLogin: {
      page: `${config.dashboardUrl}/consent`,
      shouldRedirect: () => false,
      consentReferenceId: ({ session }) => activeOrgOf(session),
    },
    rateLimit: {
      token: { window: minute, max: 120 },
      register: { window: minute, max: 20 },
    },
  })

function activeOrgOf(session: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const orgId = session?.['activeOrganizationId']
  return typeof orgId === 'string' ? orgId : undefined
}

/** Routes of the authorization server that are open; its administration and OpenID parts are not. */
const openOauthPaths: ReadonlySet<string> = new Set([
  '/oauth2/authorize',
  '/oauth2/consent',
  '/oauth2/public-client',
  '/oauth2/register',
  '/oauth2/revoke',
  '/oauth2/token',
])

const ofServer = /^\/(?:admin\/)?oauth2\/|^\/\.well-known\//

/** Whether a path below `/api/auth` is one of the authorization server that nobody may call. */
export const isClosedOauthPath = (path: string): boolean => ofServer.test(path) && !openOauthPaths.has(path)

/** Those that programs call, with the answers of OAuth and without cookies. */
export const clientOauthPaths: ReadonlySet<string> = new Set([
  '/oauth2/register',
  '/oauth2/revoke',
  '/oauth2/token',
])
