import { createHash } from 'node:crypto'
import type { Seen } from '../seen.ts'
import { type ExampleStep, from } from './example-step.ts'

const redirectUri = 'https://assistant.example.com/callback'
const verifier = 'a-code-verifier-of-forty-three-or-more-characters'
const challenge = createHash('sha256').update(verifier).digest('base64url')

const authorization = (seen: Seen) => ({
  query: {
    response_type: 'code',
    client_id: seen.text('assistant.client_id'),
    redirect_uri: redirectUri,
    scope: 'atrium:read atrium:write offline_access',
    state: 'a-state-of-the-assistant',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  },
})

/** An assistant connected over OAuth 2.1, from registration until it loses access. */
export const assistantExamples: readonly ExampleStep[] = [
  {
    operation: 'authPostOauth2Register',
    as: 'nobody',
    name: 'assistant',
    body: {
      client_name: 'Example assistant',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  },
  { operation: 'authGetOauth2PublicClient', query: { client_id: from('assistant.client_id') } },
  { operation: 'authGetOauth2Authorize', name: 'authorized', request: authorization },
  {
    operation: 'authPostOauth2Consent',
    name: 'consent',
    request: (seen) => ({
      body: {
        accept: true,
        oauth_query: new URL(seen.text('authorized.location')).search.slice(1),
      },
    }),
  },
  {
    operation: 'authPostOauth2Token',
    as: 'nobody',
    name: 'tokens',
    before: async (_platform, seen) =>
      seen.keep('code', new URL(seen.text('consent.url')).searchParams.get('code')),
    body: {
      grant_type: 'authorization_code',
      client_id: from('assistant.client_id'),
      code: from('code'),
      code_verifier: verifier,
      redirect_uri: redirectUri,
    },
  },
  { operation: 'listMcpGrants' },
  {
    operation: 'authPostOauth2Revoke',
    as: 'nobody',
    body: {
      client_id: from('assistant.client_id'),
      token: from('tokens.access_token'),
      token_type_hint: 'access_token',
    },
  },
  { operation: 'endMcpGrant' },
]
