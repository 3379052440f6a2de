import { z } from 'zod'
import { orgRoles } from '../core/principal.ts'
import { named } from '../core/schemas.ts'
import { noContent, ok, tagged } from '../core/tagged.ts'

const identity = tagged('Identity')

export const Me = named('Me', {
  user: z.object({ id: z.string(), name: z.string(), email: z.string(), isAdmin: z.boolean() }),
  org: z
    .object({ id: z.string(), name: z.string(), slug: z.string(), role: z.enum(orgRoles) })
    .nullable(),
  via: z.enum(['session', 'api_key', 'mcp']),
})
export type Me = z.infer<typeof Me>

export const getMe = identity.user.get('getMe', '/api/me', {
  anyScope: true,
  sdk: 'me',
  summary: 'The caller and the active organisation',
  responses: ok('The caller', Me),
})

export const AuthProviders = named('AuthProviders', { signin: z.boolean(), passkey: z.boolean() })

export const getAuthProviders = identity.public.get('getAuthProviders', '/api/auth-providers', {
  sdk: 'authProviders',
  summary: 'Which ways of signing in exist',
  responses: ok('One boolean per provider', AuthProviders),
})

export const purgeOrg = identity.user.delete('purgeOrg', '/api/orgs/{id}', {
  assistants: false,
  sdk: 'orgs.purge',
  summary: 'Purge an organisation',
  description: 'Owner only. Removes its rows in every service and its blobs.',
  params: z.object({ id: z.string() }),
  responses: noContent('Purged'),
})
