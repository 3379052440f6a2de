import { hash } from 'node:crypto'
import { asText, type Pace } from '../engine/index.ts'

/** Characters. Longer keys are hashed, so keys take no more memory than their items. */
const longest = 200

export const shortKey = (text: string): string =>
  text.length <= longest ? text : `sha256:${hash('sha256', text)}`

/** Returns a bounded key. The values are compared as text. */
export async function keyOfValues(values: readonly unknown[], pace: Pace): Promise<string> {
  const keys: string[] = []
  for (const value of values) {
    keys.push(shortKey(asText(value)))
    if (pace.due()) await pace.yield()
  }
  return keys.length === 1 ? (keys[0] ?? '') : shortKey(JSON.stringify(keys))
}
