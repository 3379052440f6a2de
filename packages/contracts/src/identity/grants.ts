import { z } from 'zod'
import { byId, namedAs, pageQuery, pageSchema, RecordId, Timestamp } from '../core/schemas.ts'
import { noContent, ok, tagged } from '../core/tagged.ts'

const assistants = tagged('Assistants')

export const McpGrant = namedAs(
  'McpGrant',
  'What a user allows an assistant to do in one organisation',
  {
    id: RecordId,
    client: z
      .object({
        id: z.string().describe('The id that the client registered with.'),
        name: z.string().describe('The name that the client gave itself.'),
      })
      .describe('The assistant.'),
    org: z
      .object({
        id: z.string().describe('The organisation’s id.'),
        name: z.string().describe('The organisation’s name.'),
      })
      .describe('The organisation that the user chose.'),
    scopes: z
      .array(z.enum(['atrium:read', 'atrium:write']))
      .describe('What the user allows: read, or read and write.'),
    createdAt: Timestamp.describe('When the user gave consent.'),
    lastUsedAt: Timestamp.nullable().describe(
      'When the grant was last used, to the minute. Null until it is first used.',
    ),
  },
)
export type McpGrant = z.infer<typeof McpGrant>

export const listMcpGrants = assistants.user.get('listMcpGrants', '/api/mcp/grants', {
  assistants: false,
  sdk: 'assistants.list',
  summary: 'The assistants that the caller has connected, newest first',
  description:
    'Only for a signed-in user. API keys and assistants are refused. A user has at most 100.',
  query: z.object(pageQuery),
  responses: ok('Grants in all organisations of the caller', pageSchema(McpGrant)),
})

export const endMcpGrant = assistants.user.delete('endMcpGrant', '/api/mcp/grants/{id}', {
  assistants: false,
  sdk: 'assistants.end',
  summary: 'Disconnect an assistant',
  description: 'Its access and refresh tokens no longer work.',
  params: byId,
  responses: noContent('Disconnected'),
  example: { params: { id: '{listMcpGrants.items.0.id}' } },
})
