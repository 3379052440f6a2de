const foldedCharacters = 320
const foldedLines = 6

/**
 * Returns the beginning of a long text, as networks show it before "more". Returns undefined if the
 * text is short.
 */
export function foldedText(text: string): string | undefined {
  const lines = text.split('\n', foldedLines + 1)
  const head = (lines.length > foldedLines ? lines.slice(0, foldedLines) : lines).join('\n')
  const cut = [...head.slice(0, foldedCharacters * 2)].slice(0, foldedCharacters).join('')
  return cut.length < text.length ? cut.trimEnd() : undefined
}
