import { z } from 'zod'
import { orgRoles } from '../core/principal.ts'
import { named } from '../core/schemas.ts'
import { noContent, ok, tagged } from '../core/tagged.ts'

const identity = tagged('Identity')

export const Me = named('Me', {
  user: z
    .object({
      id: z.string().describe('The user’s id.'),
      name: z.string().describe('The user’s name.'),
      email: z.string().describe('The email address of the user’s login.'),
      isAdmin: z
        .boolean()
        .describe(
          'True if the caller administers the deployment. Always false for API keys and assistants.',
        ),
    })
    .describe('The user who calls, or whose key or assistant calls.'),
  org: z
    .object({
      id: z.string().describe('The organisation’s id.'),
      name: z.string().describe('The organisation’s name.'),
      slug: z.string().describe('The organisation’s slug.'),
      role: z
        .enum(orgRoles)
        .describe(
          'The caller’s role in the organisation. A key’s role is never higher than its user’s.',
        ),
    })
    .nullable()
    .describe('The active organisation. Null if there is none.'),
  via: z.enum(['session', 'api_key', 'mcp']).describe('The kind of credential of this request.'),
})
export type Me = z.infer<typeof Me>

export const getMe = identity.user.get('getMe', '/api/me', {
  anyScope: true,
  sdk: 'me',
  summary: 'The caller and the active organisation',
  responses: ok('The caller', Me),
})

export const AuthProviders = named('AuthProviders', {
  signin: z.boolean().describe('True if the operator’s identity provider is set up.'),
  passkey: z.boolean().describe('True if passkeys can be used.'),
})

export const getAuthProviders = identity.public.get('getAuthProviders', '/api/auth-providers', {
  sdk: 'authProviders',
  summary: 'The available ways to sign in',
  responses: ok('One boolean per provider', AuthProviders),
})

export const purgeOrg = identity.user.delete('purgeOrg', '/api/orgs/{id}', {
  assistants: false,
  sdk: 'orgs.purge',
  summary: 'Delete an organisation with all its data',
  description:
    'Only for an owner with a session. An API key can never do it. Removes the organisation’s rows in every service, and its files.',
  params: z.object({ id: z.string().describe('The record’s id.') }),
  responses: noContent('Deleted'),
  example: { params: { id: '{closing.id}' } },
})
