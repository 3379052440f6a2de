import { useEffect, useState } from 'react'
import { takeSlot } from './draft-slot.ts'
import { drafts } from './drafts.ts'
import { keptByWindow } from './kept-text.ts'
import { useMe } from './me.ts'
import { draftKey } from './use-draft.ts'

const nameIn = (name: string, slot: number): string => (slot === 0 ? name : `${name}.${slot + 1}`)

/**
 * Returns the name of a draft only this window uses. It may be a draft left by a closed window.
 * Undefined until a slot is taken.
 */
export function useDraftSlot(name: string): string | undefined {
  const me = useMe()
  const [slot, setSlot] = useState<number>()
  const key = draftKey(me, name)
  useEffect(() => {
    let isLeft = false
    let release: (() => void) | undefined
    // This window's slot. It survives a reload.
    const slotKey = `atrium.slot.${key}`
    const kept = Number.parseInt(keptByWindow.read(slotKey) ?? '', 10)
    const former = Number.isNaN(kept) ? undefined : kept
    const holds = (each: number) => drafts.read(nameIn(key, each)) !== undefined
    void takeSlot({ locks: navigator.locks, name: key, holds, former }).then((taken) => {
      if (isLeft) return taken.release()
      release = taken.release
      keptByWindow.write(slotKey, String(taken.slot))
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
