/** Returns a free name: the wanted one, or the wanted one with the first free number. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  const base = wanted.replace(/ \d{1,9}$/, '')
  for (let number = 2; ; number += 1) {
    const name = `${base} ${number}`
    if (!taken.has(name)) return name
  }
}

export function freeId(
  taken: ReadonlySet<string>,
  make: () => string = () => crypto.randomUUID(),
): string {
  for (;;) {
    const id = `n_${make().slice(0, 8)}`
    if (!taken.has(id)) return id
  }
}
