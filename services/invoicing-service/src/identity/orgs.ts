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

/**
 * Finds an org by slug or id. Throws `not_found`, or `unavailable` if identity does not respond.
 */
export async function findOrg(deps: Deps, by: 'slug' | 'orgId', slugOrId: string) {
  const { org } =
    slugOrId.length > 200 ? { org: null } : await callRpc(deps.bus, FindOrg, { slugOrId })
  if (org === null || org[by] !== slugOrId)
    throw offerErrors.not_found({ message: 'Organisation not found' })
  return org
}

/** Returns the settings of an org, or the defaults if identity does not respond within a second. */
export async function orgSettings(
  deps: Pick<Deps, 'bus' | 'logger'>,
  orgId: string,
): Promise<OrgSettings> {
  try {
    return (await callRpc(deps.bus, OrgSettingsOf, { orgId }, { timeoutMs: 1_000 })).settings
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn(
      { err: error, org: orgId },
      '[identity] the settings of the organisation are not known',
    )
    return defaultOrgSettings
  }
}
