import type { Deps } from '../deps.ts'
import { deleteOrphans } from './orgs.db.ts'

/** Removes orgs whose creation broke off before they had a member, which frees their slugs. */
export const removeOrphans = ({ db }: Pick<Deps, 'db'>): Promise<void> => deleteOrphans(db)
