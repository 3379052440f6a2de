import { useWindowEvent } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useMe } from '../session/me.ts'
import { keptByWindow } from '../store.ts'
import { takeSlot } from './draft-slot.ts'
import { drafts } from './drafts.ts'

const writeAfterMs = 200

/** Returns the storage key of a user's draft in the active organisation. */
const draftKey = ({ user, org }: ReturnType<typeof useMe>, name: string): string =>
  `${user.id}.${org?.id}.${name}`

/**
 * Returns the user's stored draft in the active organisation, and a function that stores or removes
 * it.
 */
export function useDraft<T>(
  name: string,
): readonly [left: T | undefined, keep: (value: T | undefined) => void] {
  const key = draftKey(useMe(), name)
  const [left] = useState(() => drafts.read<T>(key))
  const waiting = useRef<{ value: T | undefined; timer: ReturnType<typeof setTimeout> }>(undefined)
  const flush = useCallback(() => {
    if (waiting.current === undefined) return
    clearTimeout(waiting.current.timer)
    const { value } = waiting.current
    waiting.current = undefined
    if (value === undefined) drafts.remove(key)
    else drafts.write(key, value)
  }, [key])
  const keep = useCallback(
    (value: T | undefined) => {
      clearTimeout(waiting.current?.timer)
      waiting.current = { value, timer: setTimeout(flush, writeAfterMs) }
      if (value === undefined) flush()
    },
    [flush],
  )
  useWindowEvent('pagehide', flush)
  useEffect(() => flush, [flush])
  return [left, keep]
}

/** Returns a typed text and its setter. The text is kept as a draft until it is empty again. */
export function useDraftText(name: string): readonly [text: string, write: (text: string) => void] {
  const [left, keep] = useDraft<string>(name)
  const [text, setText] = useState(left ?? '')
  const write = (typed: string) => {
    setText(typed)
    keep(typed === '' ? undefined : typed)
  }
  return [text, write]
}

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
    const wasReloaded = performance
      .getEntriesByType('navigation')
      .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')
    const slots = { locks: navigator.locks, name: key, holds, former, wasReloaded }
    void takeSlot(slots).then((taken) => {
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
