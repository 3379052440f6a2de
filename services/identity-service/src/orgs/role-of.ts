import type { OrgRole } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { findRole } from './members.db.ts'

export const roleOf = (
  { db }: Pick<Deps, 'db'>,
  membership: { orgId: string; userId: string },
): Promise<OrgRole | undefined> => findRole(db, membership)
