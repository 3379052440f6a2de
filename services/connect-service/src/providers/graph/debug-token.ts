import { z } from 'zod'
import type { Graph } from './graph-client.ts'

const texts = z.array(z.coerce.string())
const identifier = z.coerce.string().min(1).nullish().catch(undefined)
const Debug = z.looseObject({
  data: z.looseObject({
    type: z.string().optional().catch(undefined),
    /** The person, and of a Page's token the Page. */
    user_id: identifier,
    profile_id: identifier,
    is_valid: z.boolean().catch(true),
    expires_at: z.coerce.number().catch(0),
    scopes: texts.catch([]),
    granular_scopes: z
      .array(z.looseObject({ scope: z.string(), target_ids: texts.optional().catch(undefined) }))
      .catch([]),
  }),
})

export type TokenFacts = z.output<typeof Debug>['data']
export type DebugToken = (token: string) => Promise<TokenFacts>

/** What the network says of a token, asked as the app (`GET /debug_token`). `expires_at` is in seconds, 0 for never. */
export async function debugToken(
  graph: Graph,
  app: { clientId: string; clientSecret: string },
  token: string,
): Promise<TokenFacts> {
  const { data } = await graph({
    method: 'GET',
    path: '/debug_token',
    token: `${app.clientId}|${app.clientSecret}`,
    query: { input_token: token },
    schema: Debug,
  })
  return data
}
