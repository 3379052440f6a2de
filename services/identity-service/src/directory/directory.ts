import { FindOrg, FindUserByEmail } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { findOrg, findUser } from './directory.db.ts'

/** What other services look up here: an account by address, an org by slug or id. */
export const directory = ({ db }: Pick<Deps, 'db'>): RpcHandler[] => [
  rpcHandler(FindUserByEmail, async ({ email }) => ({
    user: (await findUser(db, email.trim().toLowerCase())) ?? null,
  })),
  rpcHandler(FindOrg, async ({ slugOrId }) => ({ org: (await findOrg(db, slugOrId)) ?? null })),
]
