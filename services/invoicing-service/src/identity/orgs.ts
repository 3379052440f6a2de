import {
  AppError,
  defaultOrgSettings,
  FindOrg,
  type OrgSettings,
  OrgSettingsOf,
  offerErrors,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'

/** The org with this slug, or with this id. Throws `not_found`, and `unavailable` without identity. */
export async function findOrg(deps: Deps, by: 'slug' | 'orgId', slugOrId: string) {
  const { org } = slugOrId.length > 200 ? { org: null } : await callRpc(deps.bus, FindOrg, { slugOrId })
  if (org === null || org[by] !== slugOrId) throw offerErrors.not_found({ message: 'Organisation not found' })
  return org
}

/** The settings of an org; the defaults while identity does not answer within a second. */
export async function orgSettings(deps: Pick<Deps, 'bus' | 'logger'>, orgId: string): Promise<OrgSettings> {
  try {
    return (await callRpc(deps.bus, OrgSettingsOf, { orgId }, { timeoutMs: 1_000 })).settings
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn({ err: error, org: orgId }, '[identity] the settings of the organisation are not known')
    return defaultOrgSettings
  }
}
