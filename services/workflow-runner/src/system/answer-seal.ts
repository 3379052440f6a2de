import type { AnswerSeal } from '@atrium/http'
import type { Deps } from '../deps.ts'

/** Encrypts stored responses that contain a secret. They are kept for repeated requests. */
export const answerSeal = ({ secrets }: Pick<Deps, 'secrets'>): AnswerSeal => ({
  seal: secrets.seal,
  open(body, context) {
    const opened = secrets.open(body, context)
    if (opened === undefined) throw new Error('No key opens the stored answer')
    return opened.text
  },
})
