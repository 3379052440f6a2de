/** Returns true if a value holds at most `most` values at any depth. */
export function holdsAtMost(value: unknown, most: number): boolean {
  const pending = [value]
  for (let seen = 0; pending.length > 0; seen += 1) {
    const next = pending.pop()
    if (seen >= most) return false
    if (typeof next !== 'object' || next === null) continue
    const members = Array.isArray(next) ? next : Object.values(next)
    if (members.length > most) return false
    for (const member of members) pending.push(member)
  }
  return true
}
