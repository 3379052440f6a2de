const mostSlots = 20
const reloadMs = 10_000
const copyMs = 500

interface Slots {
  /**
   * Undefined if the browser has no locks, for example without TLS. All windows then use the first
   * slot.
   */
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly name: string
  readonly holds: (slot: number) => boolean
  /** The window's slot before it was reloaded. */
  readonly former: number | undefined
  /** True if the window was reloaded. Otherwise it may be a copy of a window that is still open. */
  readonly wasReloaded: boolean
}

/** A slot reserved for one window until it is released. */
export interface TakenSlot {
  readonly slot: number
  readonly release: () => void
}

/**
 * Takes the window's previous slot if it has a draft, otherwise the first free slot with a draft,
 * otherwise the first free slot.
 */
export async function takeSlot({
  locks,
  name,
  holds,
  former,
  wasReloaded,
}: Slots): Promise<TakenSlot> {
  const all = Array.from({ length: mostSlots }, (_, slot) => slot)
  const formerSlots = former !== undefined && holds(former) ? [former] : []
  const wanted = [...formerSlots, ...all.filter(holds), ...all]
  for (const slot of locks === undefined ? [] : wanted) {
    // The page before the reload holds its slot until the browser has removed it.
    const patience = formerSlots.includes(slot)
      ? { signal: AbortSignal.timeout(wasReloaded ? reloadMs : copyMs) }
      : { ifAvailable: true }
    const release = await held(locks, `draft ${name} ${slot}`, patience)
    if (release !== undefined) return { slot, release }
  }
  return { slot: 0, release: () => {} }
}

/** Holds a lock until the returned function is called. Undefined if another window has the lock. */
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
