export type Redact = <V>(value: V) => V

/** Shorter texts appear in answers by chance. */
const shortest = 6
const mark = '[credential]'

/** The texts by which a credential is known: without the scheme before it, and the parts of a Basic one (RFC 7617). */
function textsOf(value: string): string[] {
  const token = value.slice(value.lastIndexOf(' ') + 1)
  const pair = /^basic /i.test(value) ? Buffer.from(token, 'base64').toString() : ''
  const texts = [token, pair, pair.slice(pair.indexOf(':') + 1)]
  return [...new Set(texts.filter((text) => text.length >= shortest))]
}

/** An answer that repeats a credential would show it. Parsed values are searched: JSON may escape any sign. */
export function redactorOf(value: string): Redact {
  const texts = textsOf(value)
  const written = texts.map((text) => JSON.stringify(text).slice(1, -1))
  return (given) => {
    if (typeof given === 'string')
      return texts.reduce<string>((text, each) => text.replaceAll(each, mark), given) as typeof given
    if (typeof given !== 'object' || given === null) return given
    // The engine writes and searches text a hundred times faster than a walk over the values.
    const text = JSON.stringify(given)
    const clean = written.reduce((all, each) => all.replaceAll(each, mark), text)
    return clean === text ? given : JSON.parse(clean)
  }
}
