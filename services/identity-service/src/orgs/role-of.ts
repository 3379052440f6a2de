import type { OrgRole } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { findRole } from './members.db.ts'

/** The role that a user has in an org now; undefined for everybody else. */
export const roleOf = (
  { db }: Pick<Deps, 'db'>,
  membership: { orgId: string; userId: string },
): Promise<OrgRole | undefined> => findRole(db, membership)
