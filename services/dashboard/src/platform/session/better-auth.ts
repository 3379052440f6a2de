import { startAuthentication } from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../connection/api.ts'
import { factQuery } from '../records/overview.ts'

export interface OwnOrg {
  readonly id: string
  readonly name: string
  readonly slug: string
  /** Set when the organisation is created, as JSON text or as the parsed value. */
  readonly metadata?: unknown
}

export interface OwnSession {
  readonly user: {
    readonly email: string
    readonly emailVerified: boolean
    readonly twoFactorEnabled?: boolean | null
  }
}

export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: string
  readonly status: string
  readonly organizationId: string
  readonly organizationName: string
  readonly inviterEmail: string
}

/** Reads a better-auth route. Throws `AtriumError`. */
export const get = async <T>(path: string): Promise<T> =>
  (await (await atrium.request(`/api/auth${path}`)).json()) as T

/** Calls a better-auth route. Throws `AtriumError`. */
export const post = async <T>(path: string, body: object): Promise<T> => {
  const response = await atrium.request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as T
}

const providerId = 'signin'

/** A code of the second step: from the authenticator, or a recovery code. */
export interface SecondStepCode {
  readonly code: string
  readonly recovery: boolean
  readonly trustDevice: boolean
}

/** The better-auth routes that the SDK does not cover. */
export const betterAuth = {
  listOrgs: () => get<OwnOrg[]>('/organization/list'),
  session: () => get<OwnSession | null>('/get-session'),
  invitation: (id: string) =>
    get<Invitation>(`/organization/get-invitation?${new URLSearchParams({ id })}`),
  resendVerification: (email: string) =>
    post('/send-verification-email', { email, callbackURL: window.location.origin }),
  requestPasswordReset: (email: string) => post('/request-password-reset', { email }),
  resetPassword: (token: string, newPassword: string) =>
    post('/reset-password', { token, newPassword }),
  /** Signs in with a password. `needsCode` is true if a second step must follow. */
  signIn: async (input: { email: string; password: string }): Promise<{ needsCode: boolean }> => ({
    needsCode: (await atrium.auth.signIn(input)).twoFactorRedirect === true,
  }),
  secondStep: ({ recovery, ...body }: SecondStepCode) =>
    post(recovery ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp', body),
  providerUrl: async (callbackURL: string): Promise<string> =>
    (await post<{ url: string }>('/sign-in/social', { provider: providerId, callbackURL })).url,
  /** Signs in with a passkey of this device. Throws if the user cancels. */
  signInWithPasskey: async (): Promise<void> => {
    const optionsJSON = await get<Parameters<typeof startAuthentication>[0]['optionsJSON']>(
      '/passkey/generate-authenticate-options',
    )
    await post('/passkey/verify-authentication', {
      response: await startAuthentication({ optionsJSON }),
    })
  },
}

/** Reads if the user has confirmed their address. */
export const confirmedQuery = {
  ...factQuery(
    ['session', 'confirmed'],
    ({ viewer }) => viewer?.emailVerified,
    async () => (await betterAuth.session())?.user.emailVerified !== false,
  ),
  staleTime: 60_000,
}

/** Reads this page's session with account facts. Null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: betterAuth.session,
  staleTime: 60_000,
})
