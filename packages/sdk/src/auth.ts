import type { Transport } from './transport.ts'

export interface User {
  id: string
  name: string
  email: string
  /** True once the user has opened the link in the confirmation mail. */
  emailVerified: boolean
}

export interface Organization {
  id: string
  name: string
  slug: string
}

export interface CreatedApiKey {
  id: string
  /** Shown once, because the platform keeps only a hash. */
  key: string
}

/**
 * The response to a password: a session, or the methods for the second factor
 * (docs/reference/identity.md).
 */
export type SignInAnswer =
  | { twoFactorRedirect?: never; user: User }
  | { twoFactorRedirect: true; twoFactorMethods: string[] }

/**
 * Creates the sign-up, sign-in and sign-out calls. The client keeps the session in its cookie jar,
 * or the browser does.
 */
export function createAuth(transport: Transport) {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await transport.request(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as T
  }
  return {
    signUp: async (input: { name: string; email: string; password: string }): Promise<User> =>
      (await post<{ user: User }>('/sign-up/email', input)).user,
    signIn: (input: { email: string; password: string }): Promise<SignInAnswer> =>
      post('/sign-in/email', input),
    async signOut(): Promise<void> {
      await post('/sign-out', {})
      transport.forgetSession()
    },
    /** Creates an organisation and makes it the session's active one. */
    createOrg: (input: {
      name: string
      slug: string
      metadata?: Readonly<Record<string, unknown>>
    }): Promise<Organization> => post<Organization>('/organization/create', input),
    setActiveOrg: async (organizationId: string): Promise<void> => {
      await post('/organization/set-active', { organizationId })
    },
    inviteMember: (input: { email: string; role: 'admin' | 'member' }): Promise<{ id: string }> =>
      post('/organization/invite-member', input),
    acceptInvitation: async (invitationId: string): Promise<void> => {
      await post('/organization/accept-invitation', { invitationId })
    },
    /** Creates a key for the active organisation. */
    createApiKey: (input: { name: string }): Promise<CreatedApiKey> =>
      post('/api-key/create', input),
  }
}
