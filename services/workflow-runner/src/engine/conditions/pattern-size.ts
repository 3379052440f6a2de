// The tables of a named character class take as long to prepare as this many plain instructions.
const namedClass = 50
const perAtom = 1

const repeat = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y

/**
 * Returns a lower estimate of the compiled instructions, with repetitions multiplied. Never throws.
 */
export function patternSize(source: string): number {
  const outer: number[] = []
  let size = 0
  let atom = 0
  const push = (weight: number): void => {
    size += weight
    atom = weight
  }
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at]
    if (sign === '(') {
      outer.push(size)
      size = perAtom
      atom = 0
    } else if (sign === ')') {
      const inner = size
      size = outer.pop() ?? 0
      push(inner)
    } else if (sign === '\\') {
      const named = source[at + 1] === 'p' || source[at + 1] === 'P'
      push(named ? namedClass : perAtom)
      at += 1
      // `\x{…}` is an escape, not a repetition.
      if (source[at] === 'x' && source[at + 1] === '{') at = findClosing(source, at)
    } else if (sign === '[') {
      const end = endOfClass(source, at)
      const names = source.slice(at, end).split(/\\p/i).length - 1
      push(perAtom + names * namedClass)
      at = end
    } else if (sign === '{') {
      repeat.lastIndex = at
      const match = repeat.exec(source)
      if (match === null) push(perAtom)
      else {
        const times = Math.max(1, Number(match[1]), Number(match[2] ?? 0))
        size += atom * (times - 1)
        atom *= times
        at += match[0].length - 1
      }
    } else if (sign === '*' || sign === '+' || sign === '?') {
      size += perAtom
      atom += perAtom
    } else push(perAtom)
  }
  return outer.reduce((sum, each) => sum + each, size)
}

const findClosing = (source: string, from: number): number => {
  const end = source.indexOf('}', from)
  return end === -1 ? source.length : end
}

// Finds the bracket that closes a class. If a bracket comes first in the class, it is a member.
function endOfClass(source: string, from: number): number {
  let at = from + 1
  if (source[at] === '^') at += 1
  for (at += 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === ']') return at
  }
  return source.length
}
