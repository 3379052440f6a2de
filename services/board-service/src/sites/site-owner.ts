import {
  AppError,
  DocumentLanguage,
  defaultOrgSettings,
  FindOrg,
  type OrgSettings,
  OrgSettingsOf,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { publicPath } from '@atrium/site-page/public'
import type { Deps } from '../deps.ts'

type Asking = Pick<Deps, 'bus' | 'config' | 'logger'>

/** Returns undefined if the org does not exist, or identity does not respond. */
async function findOwner(deps: Asking, slugOrId: string) {
  if (slugOrId.length > 200) return undefined
  try {
    return (await callRpc(deps.bus, FindOrg, { slugOrId }, { timeoutMs: 1_000 })).org ?? undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn({ err: error }, '[identity] the owner of a site is not known')
    return undefined
  }
}

/**
 * Returns a function that makes the URL of an org's sites. Without a response from identity, the
 * URL is the API's own, which always works.
 */
export async function siteUrls(deps: Asking, orgId: string): Promise<(slug: string) => string> {
  const { apiUrl } = deps.config
  const owner = await findOwner(deps, orgId)
  return (slug) =>
    owner === undefined
      ? `${apiUrl}/api/public/sites/${slug}`
      : `${apiUrl}${publicPath(owner.slug, 'pages', slug)}`
}

/** True if the org with this slug has this id. */
export const isOwner = async (deps: Asking, orgSlug: string, orgId: string): Promise<boolean> => {
  const owner = await findOwner(deps, orgSlug)
  return owner !== undefined && owner.slug === orgSlug && owner.orgId === orgId
}

/** Returns what the end of a site's page says, or nothing if identity does not respond. */
export async function readImprint(
  deps: Asking,
  orgId: string,
): Promise<{ settings: OrgSettings; language: DocumentLanguage }> {
  const settings = await callRpc(deps.bus, OrgSettingsOf, { orgId }, { timeoutMs: 1_000 })
    .then((answer) => answer.settings)
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      deps.logger.warn({ err: error, org: orgId }, '[identity] the imprint of a site is not known')
      return defaultOrgSettings
    })
  const spoken = new Intl.Locale(settings.locale).language
  return { settings, language: DocumentLanguage.catch('en').parse(spoken) }
}
