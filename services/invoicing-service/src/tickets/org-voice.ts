import { type DocumentLanguage, OrgSettingsOf } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { documentLanguageOf } from '../pdf/document-language.ts'

/** How an org speaks to its visitors: the zone in which its mails name times, and its language. */
export interface OrgVoice {
  zone: string
  language: DocumentLanguage
}

/** The voice of an org that was not asked. */
export const plainVoice: OrgVoice = { zone: 'UTC', language: 'en' }

/** The voice of an org; UTC and English while identity does not answer. */
export async function orgVoice({ bus }: Pick<Deps, 'bus'>, orgId: string): Promise<OrgVoice> {
  const answer = await callRpc(bus, OrgSettingsOf, { orgId }, { timeoutMs: 1_000 }).catch(() => undefined)
  if (answer === undefined) return plainVoice
  const { timezone, locale } = answer.settings
  return { zone: timezone, language: documentLanguageOf(null, null, locale) }
}
