import { oauthProvider } from '@better-auth/oauth-provider'
import type { Deps } from '../deps.ts'
import { accessTokenPrefix } from '../principal/credentials.ts'

/** The access levels of an assistant: read only, or read and change. */
export const grantScopes = ['atrium:read', 'atrium:write'] as const
/** Added by the server to every request, so a grant is renewed until the user ends it. */
export const renewalScope = 'offline_access'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Configures better-auth's authorization server (OAuth 2.1) for assistants. Tokens are opaque so
 * that an ended grant takes effect at once.
 */
export const oauthServer = ({ config, newId }: Pick<Deps, 'config' | 'newId'>) =>
  oauthProvider({
    // The consent page sends a visitor without a session to the sign-in first.
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
    // A grant belongs to the session's active org when the user responds.
    postLogin: {
      page: `${config.dashboardUrl}/consent`,
      shouldRedirect: () => false,
      consentReferenceId: ({ session }) => readActiveOrg(session),
    },
    rateLimit: {
      token: { window: minute, max: 120 },
      register: { window: minute, max: 20 },
    },
  })

function readActiveOrg(session: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const orgId = session?.['activeOrganizationId']
  return typeof orgId === 'string' ? orgId : undefined
}

/** Open routes of the authorization server. Its administration and OpenID routes are closed. */
const openOauthPaths: ReadonlySet<string> = new Set([
  '/oauth2/authorize',
  '/oauth2/consent',
  '/oauth2/public-client',
  '/oauth2/register',
  '/oauth2/revoke',
  '/oauth2/token',
])

const ofServer = /^\/(?:admin\/)?oauth2\/|^\/\.well-known\//

/** True if a path below `/api/auth` is a closed route of the authorization server. */
export const isClosedOauthPath = (path: string): boolean =>
  ofServer.test(path) && !openOauthPaths.has(path)

/** Routes for programs. They respond in OAuth's format and use no cookies. */
export const clientOauthPaths: ReadonlySet<string> = new Set([
  '/oauth2/register',
  '/oauth2/revoke',
  '/oauth2/token',
])
