import { findAssetOrgs } from '@atrium/asset-key'
import {
  AppError,
  CheckLogo,
  commonErrors,
  defaultOrgSettings,
  domainErrors,
  type OrgSettings,
  type OrgSettingsChange,
  referenceErrors,
  SettingsChanged,
} from '@atrium/contracts'
import { emit, inTransaction, isUniqueViolation, toColumns } from '@atrium/database'
import { checkIfMatch, contentEtag } from '@atrium/http'
import { callRpc } from '@atrium/messaging'
import type { z } from 'zod'
import { auditHere } from '../audit/record-entry.ts'
import type { Ctx, Deps } from '../deps.ts'
import { claimDomain, proveDomain } from './public-domain.ts'
import {
  findOrgSettings,
  lockOrgSettings,
  type OrgSettingsRow,
  putOrgSettings,
} from './settings.db.ts'

export const getOrgSettings = async (
  { db }: Pick<Deps, 'db'>,
  orgId: string,
): Promise<OrgSettings> => toSettings(await findOrgSettings(db, orgId))

/**
 * Changes the given settings and emits `settings.changed`. Throws 404 if the org is deleted,
 * `foreign_asset` (422) if the logo belongs to another org, `precondition_failed` (412) if the
 * settings have changed since `ifMatch`, and the errors of `proveDomain` and `claimDomain`.
 */
export async function updateOrgSettings(
  deps: Deps,
  { principal: { orgId, userId } }: Ctx,
  { input, ifMatch }: { input: z.output<typeof OrgSettingsChange>; ifMatch?: string | undefined },
): Promise<OrgSettings> {
  requireOwnLogo(orgId, input.logoUrl)
  await requireDrawableLogo(deps, orgId, input.logoUrl)
  const proof = await proveDomain(deps, orgId, input.publicDomain)
  const columns = toColumns(input)
  if (Object.keys(columns).length === 0) return getOrgSettings(deps, orgId)
  const row = await inTransaction(deps.db, undefined, async (tx) => {
    const before = await lockOrgSettings(tx, orgId)
    checkIfMatch(ifMatch, contentEtag(orgId, toSettings(before)))
    if (proof !== undefined) await claimDomain(deps, tx, orgId, proof)
    const stored = await putOrgSettings(tx, orgId, columns).catch((error: unknown) => {
      throw isUniqueViolation(error) ? domainErrors.domain_taken({ cause: error }) : error
    })
    if (stored === undefined) throw commonErrors.not_found()
    await auditHere(deps, tx, orgId, {
      action: 'settings.changed',
      target: { type: 'settings', id: orgId, name: 'Settings' },
      detail: { fields: Object.keys(input).join(', ') },
    })
    await emit(tx, SettingsChanged, orgId, { orgId, userId })
    return stored
  })
  deps.logger.info(
    { org: orgId, settings: Object.keys(input) },
    '[settings] settings of an org are changed',
  )
  return toSettings(row)
}

/**
 * Throws `foreign_asset` (422) if the logo is another organisation's file, because that
 * organisation could delete it.
 */
function requireOwnLogo(orgId: string, logoUrl: string | null | undefined): void {
  if (
    logoUrl === null ||
    logoUrl === undefined ||
    findAssetOrgs(logoUrl).every((org) => org === orgId)
  )
    return
  throw referenceErrors.foreign_asset({
    details: { errors: [{ path: 'logoUrl', message: 'Upload the logo to your own organisation' }] },
  })
}

/**
 * Throws `validation_failed` if the logo cannot be drawn, because documents would silently omit it.
 * Accepts the logo if the check itself fails.
 */
async function requireDrawableLogo(
  { bus, logger }: Pick<Deps, 'bus' | 'logger'>,
  orgId: string,
  url: string | null | undefined,
): Promise<void> {
  if (url === null || url === undefined) return
  try {
    if ((await callRpc(bus, CheckLogo, { orgId, url })).logo !== 'unreadable') return
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    logger.warn({ err: error, org: orgId }, '[settings] a new logo could not be checked')
    return
  }
  const message = 'This file cannot be shown. Use a picture, such as a PNG, JPEG or WebP.'
  throw commonErrors.validation_failed({ details: { errors: [{ path: 'logoUrl', message }] } })
}

const toSettings = (row: OrgSettingsRow | undefined): OrgSettings => ({
  timezone: row?.timezone ?? defaultOrgSettings.timezone,
  locale: row?.locale ?? defaultOrgSettings.locale,
  currency: row?.currency ?? defaultOrgSettings.currency,
  logoUrl: row?.logo_url ?? defaultOrgSettings.logoUrl,
  brandColor: row?.brand_color ?? defaultOrgSettings.brandColor,
  imprint: row?.imprint ?? defaultOrgSettings.imprint,
  privacyUrl: row?.privacy_url ?? defaultOrgSettings.privacyUrl,
  publicName: row?.public_name ?? defaultOrgSettings.publicName,
  publicDomain: row?.public_domain ?? defaultOrgSettings.publicDomain,
})
