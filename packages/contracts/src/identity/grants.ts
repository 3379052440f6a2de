import { z } from 'zod'
import { byId, namedAs, pageQuery, pageSchema, Timestamp } from '../core/schemas.ts'
import { noContent, ok, tagged } from '../core/tagged.ts'

const assistants = tagged('Assistants')

export const McpGrant = namedAs(
  'McpGrant',
  'What a person allows an assistant in one organisation',
  {
    id: z.string(),
    client: z.object({ id: z.string(), name: z.string().describe('As the client calls itself') }),
    org: z.object({ id: z.string(), name: z.string() }),
    scopes: z.array(z.enum(['atrium:read', 'atrium:write'])),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable().describe('To the minute; null before the first use'),
  },
)
export type McpGrant = z.infer<typeof McpGrant>

export const listMcpGrants = assistants.user.get('listMcpGrants', '/api/mcp/grants', {
  assistants: false,
  sdk: 'assistants.list',
  summary: 'The assistants that the caller has connected, newest first',
  description:
    'For a signed-in person: an API key and an assistant are refused. A person has at most 100.',
  query: z.object(pageQuery),
  responses: ok('Grants in every organisation of the caller', pageSchema(McpGrant)),
})

export const endMcpGrant = assistants.user.delete('endMcpGrant', '/api/mcp/grants/{id}', {
  assistants: false,
  sdk: 'assistants.end',
  summary: 'Disconnect an assistant',
  description: 'Its access and refresh tokens are refused from then on.',
  params: byId,
  responses: noContent('Disconnected'),
})
