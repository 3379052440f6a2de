import type { IncomingMessage } from 'node:http'
import { AppError, commonErrors, type Principal } from '@atrium/contracts'
import { derivedPrincipalTokens, readHeader } from '@atrium/http'
import ipaddr from 'ipaddr.js'
import type { ClientFacts } from './client-facts.ts'

/**
 * The MCP service calls the API on behalf of its own request's caller with this header. The gateway
 * sends the token with that request and accepts it back. Only the gateway has the signing key, so
 * the service cannot name a caller unless the gateway has admitted the caller within the last
 * minute.
 */
export const assistantHeader = 'x-atrium-assistant'

export const assistantAudience = 'assistant'

export interface Assistant {
  readonly principal: Principal
  readonly client: ClientFacts
}

/**
 * Reads the caller of a request from the MCP service. Returns undefined for every other request.
 * Throws `invalid_credentials`.
 */
export type ReadAssistant = (
  request: IncomingMessage,
  client: ClientFacts,
) => Promise<Assistant | undefined>

export function createAssistantReader(sessionSecret: string): ReadAssistant {
  const tokens = derivedPrincipalTokens(assistantAudience, sessionSecret)
  return async (request, client) => {
    const token = readHeader(request, assistantHeader)
    if (token === undefined) return undefined
    const principal = await tokens.verify(token)
    const address = readHeader(request, 'x-forwarded-for')
    const isIpAddress = address !== undefined && ipaddr.isValid(address)
    return { principal, client: isIpAddress ? { ...client, address } : client }
  }
}

/**
 * Adds the `WWW-Authenticate` header to a 401 on the assistants' URL, so a client finds out how to
 * get a token (RFC 9728 and RFC 6750). Returns every other error unchanged.
 */
export function asChallenge(refusal: unknown, apiUrl: string): unknown {
  if (!(refusal instanceof AppError) || refusal.kind !== 'unauthenticated') return refusal
  const metadata = `resource_metadata="${apiUrl}/.well-known/oauth-protected-resource/api/mcp"`
  const cause = refusal.code === 'invalid_credentials' ? 'error="invalid_token", ' : ''
  const headers = {
    'www-authenticate': `Bearer ${cause}${metadata}, scope="atrium:read atrium:write"`,
  }
  return refusal.code === 'invalid_credentials'
    ? commonErrors.invalid_credentials({ details: { headers } })
    : commonErrors.unauthenticated({ details: { headers } })
}
