/** A parsed command argument: a text (atom, quoted or literal) or a list. */
export type Argument = string | Argument[]

const deepest = 30

/** Reads a command's arguments. A literal is already in `line`, as a text between `\0` marks. */
export function readArguments(line: string): Argument[] {
  let at = 0
  const text = (end: string): string => {
    let value = ''
    at += 1
    while (at < line.length && line[at] !== end) {
      if (end === '"' && line[at] === '\\') at += 1
      value += line[at] ?? ''
      at += 1
    }
    at += 1
    return value
  }
  // BODY[HEADER.FIELDS (FROM TO)] is one atom.
  const atom = (): string => {
    const from = at
    let isInside = false
    while (at < line.length && (isInside || !/[\s()]/.test(line[at] ?? ''))) {
      if (line[at] === '[') isInside = true
      if (line[at] === ']') isInside = false
      at += 1
    }
    // A character that begins nothing is skipped as its own atom.
    if (at === from) at += 1
    return line.slice(from, at)
  }
  const list = (depth: number): Argument[] => {
    const found: Argument[] = []
    while (at < line.length) {
      const sign = line[at]
      if (sign === ' ') at += 1
      else if (sign === ')') {
        at += 1
        return found
      } else if (sign === '(') {
        if (depth >= deepest) throw new Error('Too many brackets')
        at += 1
        found.push(list(depth + 1))
      } else if (sign === '"' || sign === '\0') found.push(text(sign))
      else found.push(atom())
    }
    return found
  }
  return list(0)
}

export const toText = (argument: Argument | undefined): string =>
  typeof argument === 'string' ? argument : ''

export const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** Converts a sequence set to a check for numbers. `*` is the largest number. */
export function readSet(set: string, largest: number): (value: number) => boolean {
  const one = (text: string) => (text === '*' ? largest : Number(text))
  const ranges = set.split(',').map((range) => {
    const [from = '', to = from] = range.split(':')
    const ends = [one(from), one(to)].sort((a, b) => a - b)
    return { from: ends[0] ?? 0, to: ends[1] ?? 0 }
  })
  return (value) => ranges.some(({ from, to }) => value >= from && value <= to)
}
