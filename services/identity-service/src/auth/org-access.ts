import { createAccessControl } from 'better-auth/plugins/access'
import { adminAc, defaultStatements, memberAc, ownerAc } from 'better-auth/plugins/organization/access'

const keys = ['create', 'read', 'update', 'delete'] as const
const access = createAccessControl({ ...defaultStatements, apiKey: keys })

/** What the roles of an org may do. Every member may have API keys; whose they may touch is for `api-keys/`. */
export const orgAccess = {
  ac: access,
  roles: {
    owner: access.newRole({ ...ownerAc.statements, apiKey: keys }),
    admin: access.newRole({ ...adminAc.statements, apiKey: keys }),
    member: access.newRole({ ...memberAc.statements, apiKey: keys }),
  },
}
