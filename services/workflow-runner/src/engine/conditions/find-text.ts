import type { Pace } from '@atrium/workflow-rules'

// V8's search costs text length times needle length at worst, which is cheap if either is short.
const shortNeedle = 256
const shortText = 2_048
const atOnce = 16_384

/** Searches in linear time (Knuth, Morris and Pratt), piece by piece. */
function createFinder(needle: string) {
  const back = new Int32Array(needle.length)
  const step = (from: number, code: number): number => {
    let matched = from
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = back[matched - 1] ?? 0
    return needle.charCodeAt(matched) === code ? matched + 1 : 0
  }
  let prepared = 1
  let matched = 0
  return {
    prepare(count: number): boolean {
      const end = Math.min(needle.length, prepared + count)
      for (; prepared < end; prepared += 1)
        back[prepared] = step(back[prepared - 1] ?? 0, needle.charCodeAt(prepared))
      return prepared >= needle.length
    },
    search(text: string, from: number, to: number): boolean {
      for (let at = from; at < to; at += 1) {
        matched = step(matched, text.charCodeAt(at))
        if (matched === needle.length) return true
      }
      return false
    },
  }
}

const isQuick = (text: string, needle: string): boolean =>
  needle.length > text.length || needle.length === 0 || text.length <= shortText

const beginsWithin = (text: string, needle: string, at: number): boolean =>
  text.slice(at, at + atOnce + needle.length - 1).includes(needle)

/** Tells in linear time if a text contains another one. */
export function includesText(text: string, needle: string): boolean {
  if (isQuick(text, needle) || needle.length <= shortNeedle) return text.includes(needle)
  const finder = createFinder(needle)
  finder.prepare(needle.length)
  return finder.search(text, 0, text.length)
}

export async function includesPaced(text: string, needle: string, pace: Pace): Promise<boolean> {
  if (isQuick(text, needle)) return text.includes(needle)
  const short = needle.length <= shortNeedle
  const finder = createFinder(short ? '' : needle)
  while (!finder.prepare(atOnce)) if (pace.due()) await pace.yield()
  for (let at = 0; at < text.length; at += atOnce) {
    if (pace.due()) await pace.yield()
    const end = Math.min(text.length, at + atOnce)
    if (short ? beginsWithin(text, needle, at) : finder.search(text, at, end)) return true
  }
  return false
}
