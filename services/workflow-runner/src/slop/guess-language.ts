const frequent = {
  en: 'the and of to is that it with for you are this we our have from',
  de: 'der die das und ist nicht mit ein eine wir sie für auf den auch ich',
  fr: 'le la les et est des une dans pour que nous vous avec pas sur du',
  es: 'el los las y es una con para que por no del nuestro más como está',
  it: 'il gli e è una con per che non della nostro più come sono di anche',
}
const leastWords = 3

/**
 * Guesses the language by its frequent words. Returns undefined for a short text, a tie or another
 * language.
 */
export function guessLanguage(text: string): string | undefined {
  const words = new Map<string, number>()
  for (const [word] of text
    .slice(0, 20_000)
    .toLowerCase()
    .matchAll(/\p{L}{1,20}/gu)) {
    words.set(word, (words.get(word) ?? 0) + 1)
  }
  const scores = Object.entries(frequent)
    .map(([language, list]) => ({
      language,
      score: list.split(' ').reduce((sum, word) => sum + (words.get(word) ?? 0), 0),
    }))
    .sort((a, b) => b.score - a.score)
  const [first, second] = scores
  if (first === undefined || first.score < leastWords || first.score < (second?.score ?? 0) * 1.5)
    return undefined
  return first.language
}
