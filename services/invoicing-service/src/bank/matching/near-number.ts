import { splitGroups } from './number-keys.ts'

/** True if two texts differ by one wrong, missing or additional sign, or by two swapped ones. */
export function isNearText(a: string, b: string): boolean {
  if (a === b) return true
  if (Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && from < b.length && a[from] === b[from]) from += 1
  const [restA, restB] = [a.slice(from), b.slice(from)]
  if (restA.length !== restB.length)
    return restA.length > restB.length ? restA.slice(1) === restB : restA === restB.slice(1)
  if (restA.slice(1) === restB.slice(1)) return true
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}

const shortest = 4

/** True if a text contains an invoice number with a typing error. */
export function hasNearNumber(text: string, number: string): boolean {
  const groups = splitGroups(text).slice(0, 100)
  const numberGroups = splitGroups(number)
  const whole = numberGroups.join('')
  const digits = numberGroups.filter((group) => /^\p{Nd}/u.test(group)).join('')
  const forms = [whole, digits].filter((form) => form.length >= shortest)
  for (let from = 0; from < groups.length; from += 1) {
    let joined = ''
    for (let to = from; to < Math.min(groups.length, from + 8); to += 1) {
      joined += groups[to]
      if (joined.length > whole.length + 1) break
      if (forms.some((form) => isNearText(joined, form))) return true
    }
  }
  return false
}
