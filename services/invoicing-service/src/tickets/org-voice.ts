import { type DocumentLanguage, defaultOrgSettings, type OrgSettings } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { orgSettings } from '../identity/orgs.ts'
import { documentLanguageOf } from '../pdf/document-language.ts'

/** How an org speaks to its visitors: the zone in which its mails name times, and its language. */
export interface OrgVoice {
  zone: string
  language: DocumentLanguage
}

export const voiceOf = ({ timezone, locale }: OrgSettings): OrgVoice => ({
  zone: timezone,
  language: documentLanguageOf(null, null, locale),
})

/** The voice of an org that was not asked. */
export const plainVoice = voiceOf(defaultOrgSettings)

/** The voice of an org; UTC and English while identity does not answer. */
export const orgVoice = async (deps: Pick<Deps, 'bus' | 'logger'>, orgId: string): Promise<OrgVoice> =>
  voiceOf(await orgSettings(deps, orgId))
