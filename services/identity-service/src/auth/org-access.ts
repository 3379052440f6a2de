import { createAccessControl } from 'better-auth/plugins/access'
import {
  adminAc,
  defaultStatements,
  memberAc,
  ownerAc,
} from 'better-auth/plugins/organization/access'

const keys = ['create', 'read', 'update', 'delete'] as const
const access = createAccessControl({ ...defaultStatements, apiKey: keys })

/**
 * Rights of the org roles. Every member may have API keys. `api-keys/` checks the rights to a
 * single key.
 */
export const orgAccess = {
  ac: access,
  roles: {
    owner: access.newRole({ ...ownerAc.statements, apiKey: keys }),
    admin: access.newRole({ ...adminAc.statements, apiKey: keys }),
    member: access.newRole({ ...memberAc.statements, apiKey: keys }),
  },
}
