const mostSlots = 20
const reloadMs = 500

interface Slots {
  /** Absent where the browser has none, as on an address without TLS: all windows have the first slot then. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly name: string
  readonly holds: (slot: number) => boolean
  /** The slot that this window had before it was loaded again. */
  readonly former: number | undefined
}

/** A slot that no other window has until it is released. */
export interface TakenSlot {
  readonly slot: number
  readonly release: () => void
}

/** Takes the window's former slot with a draft, else the first free one with a draft, else the first free one. */
export async function takeSlot({ locks, name, holds, former }: Slots): Promise<TakenSlot> {
  const all = Array.from({ length: mostSlots }, (_, slot) => slot)
  const own = former !== undefined && holds(former) ? [former] : []
  const wanted = [...own, ...all.filter(holds), ...all]
  for (const slot of locks === undefined ? [] : wanted) {
    // The page that is left holds its slot for a moment longer.
    const patience = own.includes(slot)
      ? { signal: AbortSignal.timeout(reloadMs) }
      : { ifAvailable: true }
    const release = await held(locks, `draft ${name} ${slot}`, patience)
    if (release !== undefined) return { slot, release }
  }
  return { slot: 0, release: () => {} }
}

/** Holds a lock until the answered function is called; undefined when another window has it. */
const held = (
  locks: Slots['locks'],
  name: string,
  options: LockOptions,
): Promise<(() => void) | undefined> =>
  new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      if (lock !== null) return new Promise<void>((release) => resolve(release))
      resolve(undefined)
      return undefined
    }
    locks?.request(name, options, hold).catch(() => resolve(undefined))
  })
