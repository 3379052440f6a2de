import { useEffect, useState } from 'react'
import { takeSlot } from './draft-slot.ts'
import { drafts } from './drafts.ts'
import { useMe } from './me.ts'
import { draftKey } from './use-draft.ts'

const nameIn = (name: string, slot: number): string => (slot === 0 ? name : `${name}.${slot + 1}`)

/** The slot of this window, which a reload keeps; a forbidden storage forgets it. */
const memory = (name: string) => {
  const key = `atrium.slot.${name}`
  return {
    read(): number | undefined {
      try {
        const kept = Number.parseInt(sessionStorage.getItem(key) ?? '', 10)
        return Number.isNaN(kept) ? undefined : kept
      } catch {
        return undefined
      }
    },
    write(slot: number): void {
      try {
        sessionStorage.setItem(key, String(slot))
      } catch {
        // The next page looks for a free slot.
      }
    },
  }
}

/**
 * The name of a draft of this window alone: two windows on the same thing keep two drafts, and one that a closed window
 * left is found again. Undefined until it is known.
 */
export function useDraftSlot(name: string): string | undefined {
  const me = useMe()
  const [slot, setSlot] = useState<number>()
  const key = draftKey(me, name)
  useEffect(() => {
    let isLeft = false
    let release: (() => void) | undefined
    const own = memory(key)
    const holds = (each: number) => drafts.read(nameIn(key, each)) !== undefined
    void takeSlot({ locks: navigator.locks, name: key, holds, former: own.read() }).then((taken) => {
      if (isLeft) return taken.release()
      release = taken.release
      own.write(taken.slot)
      setSlot(taken.slot)
    })
    return () => {
      isLeft = true
      release?.()
      setSlot(undefined)
    }
  }, [key])
  return slot === undefined ? undefined : nameIn(name, slot)
}
