import { defaultOrgSettings, type OrgSettings } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { orgSettings } from '../identity/orgs.ts'
import { chooseDocumentLanguage } from '../pdf/document-language.ts'

export const toVoice = ({ locale }: Pick<OrgSettings, 'locale'>) => ({
  language: chooseDocumentLanguage(null, null, locale),
})
export type OrgVoice = ReturnType<typeof toVoice>

/** The default language, for when the org's settings are not read. */
export const plainVoice = toVoice(defaultOrgSettings)

/** Returns an org's mail language, or English if identity does not respond. */
export const orgVoice = async (
  deps: Pick<Deps, 'bus' | 'logger'>,
  orgId: string,
): Promise<OrgVoice> => toVoice(await orgSettings(deps, orgId))
