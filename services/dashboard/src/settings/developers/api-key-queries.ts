import type { ApiKeyScope, OrgRole } from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { get, post } from '../../platform/session/better-auth.ts'

/** An API key of the active organisation, without its secret. */
export interface ApiKey {
  readonly id: string
  readonly name: string | null
  /** The first characters of the key. */
  readonly start: string | null
  readonly enabled: boolean
  readonly createdAt: string
  readonly lastRequest: string | null
  readonly expiresAt: string | null
  readonly metadata: {
    readonly role: OrgRole
    readonly createdBy: string
    /** Null or absent if the key can do everything its role can. */
    readonly scopes?: readonly ApiKeyScope[] | null
  }
}

const queryKey = ['api-keys'] as const

/** Reads the keys visible to the user, newest first. */
export const apiKeysQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...queryKey, organizationId],
    queryFn: async () => {
      const { apiKeys } = await get<{ apiKeys: ApiKey[] }>(
        `/api-key/list?${new URLSearchParams({ organizationId })}`,
      )
      return apiKeys.sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    },
  })

/**
 * The settings of a new key. `scopes` is null if the key can do everything its role can.
 * `expiresIn` is in seconds, and null if the key never expires.
 */
export interface NewKey {
  readonly name: string
  readonly role: OrgRole
  readonly scopes: readonly ApiKeyScope[] | null
  readonly expiresIn: number | null
}

/** Creates a key. Only this response contains the secret. */
export const createApiKeyMutation = (queryClient: QueryClient, organizationId: string) =>
  mutationOptions({
    mutationFn: ({ name, role, scopes, expiresIn }: NewKey) =>
      post<ApiKey & { key: string }>('/api-key/create', {
        organizationId,
        name,
        metadata: { role, ...(scopes === null ? {} : { scopes }) },
        ...(expiresIn === null ? {} : { expiresIn }),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })

export const revokeApiKeyMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (keyId: string) => post('/api-key/delete', { keyId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
