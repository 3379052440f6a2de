import { z } from 'zod'
import type { Api } from '../api.ts'
import type { DebugToken } from './graph-app.ts'

const Identity = z.looseObject({ id: z.coerce.string(), name: z.string().optional() })

/** What `GET /me/permissions` answers. */
export const Permissions = z.looseObject({
  data: z.array(z.looseObject({ permission: z.string(), status: z.string() })),
})

/** What the network says about a person's token. */
export interface GrantDescription {
  /** Name and id, for people. */
  who: string
  /** Undefined when it could not be read. */
  granted: string[] | undefined
  /** The granted permissions, for people. */
  what: string
}

/**
 * Whose token it is and what it may do, for the failure that names both (docs/reference/channels.md,
 * "Connecting"). What the token itself may not ask is asked as the app, by `debug`. It never throws.
 */
export async function describeGrant(graph: Api, token: string, debug: DebugToken): Promise<GrantDescription> {
  const [identity, permissions] = await Promise.all([
    attempt(graph({ path: '/me', token, query: { fields: 'id,name' }, schema: Identity })),
    attempt(graph({ path: '/me/permissions', token, schema: Permissions })),
  ])
  const known = identity !== undefined && permissions !== undefined
  const facts = known ? undefined : await attempt(debug(token))
  const granted =
    permissions?.data.filter(({ status }) => status === 'granted').map((entry) => entry.permission) ??
    facts?.scopes
  const id = identity?.id ?? facts?.user_id
  return {
    who: id ? `${identity?.name ?? 'account'} (${id})` : 'an unknown identity',
    granted,
    what:
      granted === undefined
        ? 'its permissions could not be read'
        : `granted permissions: ${granted.length === 0 ? 'none' : granted.join(', ')}`,
  }
}

const attempt = <T>(call: Promise<T>): Promise<T | undefined> => call.catch(() => undefined)
