import { defaultOrgSettings, type OrgSettings } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { orgSettings } from '../identity/orgs.ts'
import { documentLanguageOf } from '../pdf/document-language.ts'

/** The language of an org's mails to its visitors. */
export const voiceOf = ({ locale }: Pick<OrgSettings, 'locale'>) => ({
  language: documentLanguageOf(null, null, locale),
})
export type OrgVoice = ReturnType<typeof voiceOf>

/** The voice of an org that was not asked. */
export const plainVoice = voiceOf(defaultOrgSettings)

/** The voice of an org; English while identity does not respond. */
export const orgVoice = async (deps: Pick<Deps, 'bus' | 'logger'>, orgId: string): Promise<OrgVoice> =>
  voiceOf(await orgSettings(deps, orgId))
