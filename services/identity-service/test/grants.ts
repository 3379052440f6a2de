import { newId } from '@atrium/contracts'
import type { Harness } from './harness.ts'

/** Lets a new assistant act for a member of an org, as after a consent. */
export async function giveGrant(
  { rows }: Pick<Harness, 'rows'>,
  userId: string,
  orgId: string,
): Promise<string> {
  const [client, id] = [newId('ocl'), newId('grt')]
  await rows(`insert into "oauthClient" (id, "clientId", name, "redirectUris", "createdAt", "updatedAt")
    values ('${client}', '${client}', 'Helper', '["https://assistant.example.com/callback"]', now(), now())`)
  await rows(`insert into "oauthConsent" (id, "clientId", "userId", "referenceId", scopes, "createdAt", "updatedAt")
    values ('${id}', '${client}', '${userId}', '${orgId}', '["atrium:read"]', now(), now())`)
  return id
}

export async function readGrants(
  { rows }: Pick<Harness, 'rows'>,
  userId: string,
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    `select id from "oauthConsent" where "userId" = '${userId}'`,
  )
  return found.rows.map(({ id }) => id)
}
