import { startRegistration } from '@simplewebauthn/browser'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { sessionGate } from '../../platform/connection/api.ts'
import { get, post, sessionQuery } from '../../platform/session/better-auth.ts'
import { sessionHint, sessionTabs } from '../../platform/session/browser-session.ts'
import { meQuery } from '../../platform/session/me.ts'

export interface LiveSession {
  readonly id: string
  readonly token: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly current: boolean
}

export interface OwnPasskey {
  readonly id: string
  readonly name?: string | null
  readonly createdAt: string | null
}

/** Reads the live sessions, the current one first. */
export const sessionsQuery = queryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: async () =>
    (await get<LiveSession[]>('/list-sessions')).sort(
      (a, b) => Number(b.current) - Number(a.current),
    ),
})

export const passkeysQuery = queryOptions({
  queryKey: ['security', 'passkeys'],
  queryFn: () => get<OwnPasskey[]>('/passkey/list-user-passkeys'),
})

/**
 * True if the account has a password. An account that only signs in through an identity provider
 * has none.
 */
export const hasPasswordQuery = queryOptions({
  queryKey: ['security', 'accounts'],
  queryFn: async () =>
    (await get<{ providerId: string }[]>('/list-accounts')).some(
      ({ providerId }) => providerId === 'credential',
    ),
})

const refreshSecurity = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['security'] }),
    queryClient.invalidateQueries(sessionQuery),
  ])

/** Ends one session, or all except the current one. */
export const endSessionMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (token: string | 'others') =>
      token === 'others' ? post('/revoke-other-sessions', {}) : post('/revoke-session', { token }),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })

/** Changes the password. Every other session ends. */
export const changePasswordMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      post('/change-password', body),
    onSuccess: () => refreshSecurity(queryClient),
  })

/**
 * Changes the account's email address. `changed` is false if the new address has to be confirmed
 * first.
 */
export const changeEmailMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (newEmail: string) => {
      await post('/change-email', {
        newEmail,
        callbackURL: new URL('/settings/security', window.location.origin).href,
      })
      await Promise.all([
        queryClient.invalidateQueries(meQuery),
        queryClient.invalidateQueries(sessionQuery),
      ])
      const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
      return { changed: me?.user.email === newEmail.toLowerCase() }
    },
  })

export const deleteAccountMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (password: string | undefined) => {
      await post('/delete-user', password === undefined ? {} : { password })
      sessionGate.disarm()
      sessionHint.set(false)
      sessionTabs.announce('left')
      queryClient.clear()
    },
  })

/** Prepares a second factor. The factor becomes active when the first code is confirmed. */
export const enableFactorMutation = mutationOptions({
  mutationFn: (password: string) =>
    post<{ totpURI: string; backupCodes: string[] }>('/two-factor/enable', { password }),
})

/** Activates the second factor with a code from the authenticator. */
export const confirmFactorMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (code: string) => post('/two-factor/verify-totp', { code }),
    onSuccess: () => refreshSecurity(queryClient),
  })

export const disableFactorMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (password: string) => post('/two-factor/disable', { password }),
    onSuccess: () => refreshSecurity(queryClient),
  })

/** Creates new recovery codes. The old codes stop working. */
export const newCodesMutation = mutationOptions({
  mutationFn: async (password: string) =>
    (await post<{ backupCodes: string[] }>('/two-factor/generate-backup-codes', { password }))
      .backupCodes,
})

/** Registers a passkey for this device. Throws if the user cancels. */
export const addPasskeyMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (name: string) => {
      const optionsJSON = await get<Parameters<typeof startRegistration>[0]['optionsJSON']>(
        '/passkey/generate-register-options',
      )
      await post('/passkey/verify-registration', {
        name,
        response: await startRegistration({ optionsJSON }),
      })
    },
    onSettled: () => queryClient.invalidateQueries(passkeysQuery),
  })

export async function renamePasskey(
  queryClient: QueryClient,
  id: string,
  name: string,
): Promise<void> {
  await post('/passkey/update-passkey', { id, name })
  await queryClient.invalidateQueries(passkeysQuery)
}

export const removePasskeyMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => post('/passkey/delete-passkey', { id }),
    onSettled: () => queryClient.invalidateQueries(passkeysQuery),
  })

/** Changes the user's name. */
export async function rename(queryClient: QueryClient, name: string): Promise<void> {
  await post('/update-user', { name })
  await queryClient.invalidateQueries(meQuery)
  await queryClient.invalidateQueries({ queryKey: ['members'] })
}
