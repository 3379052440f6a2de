// Wording rules for the program to check. docs/contributing.md explains them.

/**
 * Rates per 1,000 words of comments. They show if text reads naturally. A rate outside its bound is
 * a warning.
 */
export const rates = {
  of: { pattern: /\bof\b/gi, most: 20 },
  'that, which, who': { pattern: /\b(?:that|which|whose|who|whom)\b/gi, most: 12 },
  ';': { pattern: /;/g, most: 6 },
  if: { pattern: /\bif\b/gi, least: 3 },
  because: { pattern: /\bbecause\b|\bfor example\b/gi, least: 1 },
} as const satisfies Record<string, { pattern: RegExp; most?: number; least?: number }>

export type Rate = keyof typeof rates

/** Test names with a condition, per 100. */
export const leastConditionalNames = 12
export const conditionInName = /\b(?:when|if|unless)\b/i

/** A rate means nothing for fewer words or names. */
export const fewestWords = 500
export const fewestNames = 30

/** Phrases to avoid in comments and documents, each with its replacement. */
export const commentPhrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\banswer(?:s|ed|ing)?\b/gi, 'response, returns, responds'],
  [/\banew\b/gi, 'again'],
  [/\bonce more\b/gi, 'again'],
  [/\bgo(?:es)? on\b/gi, 'continues'],
  [/\b(?:is|are|was) over\b/gi, 'expires, ends'],
  [/\b(?:stands?|stood)\b(?!-)/gi, 'is, is stored'],
  [/\bof (?:which|whom)\b/gi, 'two sentences'],
  [/\bbeside\b/gi, 'next to, at the same time as'],
  [/\bis none of\b/gi, 'is not one of'],
]

/** Words to avoid on pages, each with its replacement. */
export const pageWords: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bhappenings?\b/gi, 'event'],
  [/\bfinali[sz](?:e|es|ed|ing)\b/gi, 'issue'],
  [/\bsellers?\b/gi, 'your company'],
  [/\bconnectors?\b/gi, 'account'],
  [/\bchannels?\b/gi, 'account'],
  [/\bgraphs?\b/gi, 'workflow'],
  [/\bflows?\b/gi, 'workflow'],
  [/\bslugs?\b/gi, 'web address'],
  [/\bby hand\b/gi, 'yourself'],
  [/\bassets?\b/gi, 'file'],
  [/\bblobs?\b/gi, 'file'],
  [/\bskills?\b/gi, 'writing guide'],
  [/\boffers?\b/gi, 'product'],
  [/\bagent runs?\b/gi, 'agent task'],
  [/\bstuck\b/gi, 'needs your help'],
  [/\bwhat needs you\b/gi, 'needs your attention'],
  [/\bhappened lately\b/gi, 'recent activity'],
  [/\bonce more\b|\banew\b/gi, 'again'],
  [/\bprincipals?\b/gi, 'you, the person'],
  [/\btenants?\b/gi, 'organisation'],
]
