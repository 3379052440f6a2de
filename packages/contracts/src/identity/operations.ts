import { z } from 'zod'
import { defineOperation } from '../core/operation.ts'
import { orgRoles } from '../core/principal.ts'

export const Me = z
  .object({
    user: z.object({ id: z.string(), name: z.string(), email: z.string(), isAdmin: z.boolean() }),
    org: z.object({ id: z.string(), name: z.string(), slug: z.string(), role: z.enum(orgRoles) }).nullable(),
    via: z.enum(['session', 'api_key', 'mcp']),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

export const getMe = defineOperation({
  id: 'getMe',
  method: 'get',
  path: '/api/me',
  tag: 'Identity',
  summary: 'The caller and the active organisation',
  access: 'user',
  responses: { 200: { description: 'The caller', schema: Me } },
})

export const AuthProviders = z
  .object({ signin: z.boolean(), passkey: z.boolean() })
  .meta({ id: 'AuthProviders' })

export const getAuthProviders = defineOperation({
  id: 'getAuthProviders',
  method: 'get',
  path: '/api/auth-providers',
  tag: 'Identity',
  summary: 'Which ways of signing in exist',
  access: 'public',
  responses: { 200: { description: 'One boolean per provider', schema: AuthProviders } },
})

export const purgeOrg = defineOperation({
  id: 'purgeOrg',
  method: 'delete',
  path: '/api/orgs/{id}',
  tag: 'Identity',
  summary: 'Purge an organisation',
  description: 'Owner only. Removes its rows in every service and its blobs.',
  access: 'user',
  params: z.object({ id: z.string() }),
  responses: { 204: { description: 'Purged' } },
  errors: ['forbidden', 'not_found'],
})
