/**
 * Splits a text into parts of at most `longest` characters. Splits after a sentence if possible,
 * else after a word.
 */
export function splitText(text: string, longest: number): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > longest) {
    const end = endOfPart(rest, longest)
    parts.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? parts : [...parts, rest]
}

const sentenceEnds = ['.', '!', '?', '…', '。', '\n']

function endOfPart(text: string, longest: number): number {
  const head = text.slice(0, longest)
  const sentence = Math.max(...sentenceEnds.map((sign) => head.lastIndexOf(sign)))
  if (sentence > longest / 4) return sentence + 1
  const word = head.lastIndexOf(' ')
  if (word > 0) return word
  // Do not split a surrogate pair.
  return isHighSurrogate(head.charCodeAt(longest - 1)) ? longest - 1 : longest
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
