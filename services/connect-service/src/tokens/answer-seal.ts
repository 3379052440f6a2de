import { commonErrors, connectErrors } from '@atrium/contracts'
import type { AnswerSeal } from '@atrium/http'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Deps } from '../deps.ts'
import { sealContext } from './token-vault.ts'

/**
 * Seals stored responses that contain a secret with the token key. Throws `key_missing` if the key
 * has changed since.
 */
export function answerSeal({ vault }: Pick<Deps, 'vault'>): AnswerSeal {
  const used = (): SealedSecrets => {
    if (vault === null) throw commonErrors.not_configured()
    return vault
  }
  return {
    seal: (text, context) => used().seal(text, sealContext.answer(context)),
    open(sealed, context) {
      const opened = used().open(sealed, sealContext.answer(context))
      if (opened === undefined) throw connectErrors.key_missing()
      return opened.text
    },
  }
}
