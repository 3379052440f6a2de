import type { SkillKind } from '@atrium/contracts'

const kinds: Readonly<Record<SkillKind, readonly [label: string, about: string]>> = {
  writing: ['Writing', 'How your texts sound: voice, rules, words to avoid'],
  classification: ['Classification', 'How to tell sorts of mails, cards or comments apart'],
  extraction: ['Extraction', 'Which facts to extract from a text, and in which form'],
  persona: ['Persona', 'Who the AI is when it replies'],
  instructions: ['Instructions', 'Any other task that you describe once and use often'],
}

export const kindLabel = (kind: SkillKind): string => kinds[kind][0]

export const kindHint = (kind: SkillKind): string => kinds[kind][1]

const tasks: Readonly<Record<SkillKind, string>> = {
  writing: 'Rewrite the text as the writing guide says. Answer with the new text alone.',
  classification:
    'Classify the text as the writing guide says. Answer with the result and one sentence of reason.',
  extraction: 'Extract from the text what the writing guide says. Answer with the result alone.',
  persona: 'Answer the text as the writing guide says.',
  instructions: 'Do with the text what the writing guide says. Answer with the result alone.',
}

/**
 * Returns the question for trying a skill on a text. The text itself is sent separately as data.
 */
export const trialPrompt = (kind: SkillKind): string => tasks[kind]

export const toPin = (id: string, version: number): string => `${id}@${version}`
