import { defaultOrgSettings, type OrgSettings } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { orgSettings } from '../identity/orgs.ts'
import { documentLanguageOf } from '../pdf/document-language.ts'

export const voiceOf = ({ locale }: Pick<OrgSettings, 'locale'>) => ({
  language: documentLanguageOf(null, null, locale),
})
export type OrgVoice = ReturnType<typeof voiceOf>

/** The default language, for when the org's settings are not read. */
export const plainVoice = voiceOf(defaultOrgSettings)

/** Returns an org's mail language, or English if identity does not respond. */
export const orgVoice = async (deps: Pick<Deps, 'bus' | 'logger'>, orgId: string): Promise<OrgVoice> =>
  voiceOf(await orgSettings(deps, orgId))
