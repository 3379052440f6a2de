import { z } from 'zod'
import type { Api } from '../api.ts'
import type { Grant } from '../provider.ts'
import type { DebugToken } from './graph-app.ts'

const Identity = z.object({ id: z.coerce.string(), name: z.string().optional() })

export const Permissions = z.object({
  data: z.array(z.object({ permission: z.string(), status: z.string() })),
})

/** Returns the identity and the permissions of a token for an error message. Never throws. */
export async function describeGrant(graph: Api, by: Grant, debug: DebugToken) {
  const [identity, permissions] = await Promise.all([
    attempt(graph({ path: '/me', by, query: { fields: 'id,name' }, schema: Identity })),
    attempt(graph({ path: '/me/permissions', by, schema: Permissions })),
  ])
  const isComplete = identity !== undefined && permissions !== undefined
  const facts = isComplete ? undefined : await attempt(debug(by.accessToken))
  const granted =
    permissions?.data
      .filter(({ status }) => status === 'granted')
      .map((entry) => entry.permission) ?? facts?.scopes
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
