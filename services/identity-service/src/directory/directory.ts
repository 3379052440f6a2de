import {
  FindMember,
  FindOrg,
  FindPublicDomain,
  FindUserByEmail,
  IdentitySearch,
  OrgSettingsOf,
  RoleOf,
  searchHitsAtMost,
  UsersByIds,
} from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { roleOf } from '../orgs/find-role.ts'
import { getOrgSettings } from '../settings/org-settings.ts'
import { findPublicDomain } from '../settings/public-domain.ts'
import { findMember, findMembers, findOrg, findUser, findUsers } from './directory.db.ts'

/**
 * Returns the look-ups for other services: accounts by address or id, orgs by slug or id with their
 * settings, and members.
 */
export const directory = (deps: Pick<Deps, 'db' | 'config'>): RpcHandler[] => [
  rpcHandler(FindUserByEmail, async ({ email }) => ({ user: await findTrustedUser(deps, email) })),
  rpcHandler(FindMember, async ({ orgId, email }) => ({
    member: (await findMember(deps.db, orgId, email.trim().toLowerCase())) ?? null,
  })),
  rpcHandler(FindOrg, async ({ slugOrId }) => ({
    org: (await findOrg(deps.db, slugOrId)) ?? null,
  })),
  rpcHandler(FindPublicDomain, async ({ host }) => ({
    org: (await findPublicDomain(deps, host)) ?? null,
  })),
  rpcHandler(RoleOf, async (membership) => ({ role: (await roleOf(deps.db, membership)) ?? null })),
  rpcHandler(OrgSettingsOf, async ({ orgId }) => ({ settings: await getOrgSettings(deps, orgId) })),
  rpcHandler(IdentitySearch, async ({ orgId, q }) => ({
    items: (await findMembers(deps.db, orgId, q, searchHitsAtMost)).map(({ id, name, email }) => ({
      type: 'member' as const,
      id,
      title: name,
      subtitle: email,
      href: '/settings/members',
    })),
  })),
  rpcHandler(UsersByIds, async ({ userIds }) => ({
    users: userIds.length === 0 ? [] : await findUsers(deps.db, userIds),
  })),
]

/**
 * Returns the account with this address. Returns null if the address is not trusted, because the
 * account may belong to somebody else.
 */
async function findTrustedUser({ db, config }: Pick<Deps, 'db' | 'config'>, address: string) {
  const found = await findUser(db, address.trim().toLowerCase())
  if (found === undefined || !config.isTrusted(found)) return null
  const { emailVerified: _, ...user } = found
  return user
}
