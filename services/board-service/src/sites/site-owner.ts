import {
  AppError,
  DocumentLanguage,
  FindOrg,
  type OrgSettings,
  OrgSettingsOf,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { type PageOwner, publicPath } from '@atrium/site-page/public'
import type { Deps } from '../deps.ts'

type Asking = Pick<Deps, 'bus' | 'config' | 'logger'>

/** Returns undefined if the org does not exist. Throws `unavailable` if identity does not respond. */
async function findOwner(deps: Asking, slugOrId: string) {
  if (slugOrId.length > 200) return undefined
  return (await callRpc(deps.bus, FindOrg, { slugOrId }, { timeoutMs: 1_000 })).org ?? undefined
}

/**
 * Returns a function that makes the URL of an org's sites. Without a response from identity, the
 * URL is the API's own, which always works.
 */
export async function siteUrls(deps: Asking, orgId: string): Promise<(slug: string) => string> {
  const { apiUrl } = deps.config
  const owner = await findOwner(deps, orgId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn({ err: error, org: orgId }, '[identity] the owner of a site is not known')
    return undefined
  })
  return (slug) =>
    owner === undefined
      ? `${apiUrl}/api/public/sites/${slug}`
      : `${apiUrl}${publicPath(owner.slug, 'pages', slug)}`
}

/** True if the org with this slug has this id. Throws `unavailable` if identity does not respond. */
export const isOwner = async (deps: Asking, orgSlug: string, orgId: string): Promise<boolean> => {
  const owner = await findOwner(deps, orgSlug)
  return owner !== undefined && owner.slug === orgSlug && owner.orgId === orgId
}

/**
 * Returns an org by its slug or id, as its public pages show it, or undefined if there is none.
 * Throws `unavailable` if identity does not respond.
 */
export async function readPageOwner(
  deps: Asking,
  slugOrId: string,
): Promise<PageOwner | undefined> {
  const org = await findOwner(deps, slugOrId)
  if (org === undefined) return undefined
  const { settings, language } = await readImprint(deps, org.orgId)
  return { slug: org.slug, name: settings.publicName ?? org.name, language, settings }
}

/** What the end of a site's page says, and its language. */
export interface Imprint {
  readonly settings: OrgSettings
  readonly language: DocumentLanguage
}

/**
 * Returns the imprint of an org's pages. Throws `unavailable` if identity does not respond,
 * because the page would stay without its imprint until it is published again.
 */
export async function readImprint({ bus }: Pick<Deps, 'bus'>, orgId: string): Promise<Imprint> {
  const { settings } = await callRpc(bus, OrgSettingsOf, { orgId })
  const spoken = new Intl.Locale(settings.locale).language
  return { settings, language: DocumentLanguage.catch('en').parse(spoken) }
}
