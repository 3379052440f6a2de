import { useEffect, useEffectEvent, useRef } from 'react'
import type { CanvasKeys } from './use-edits.ts'

const withCtrl: Readonly<Record<string, 'redo' | 'duplicate' | 'chooseAll'>> = {
  y: 'redo',
  d: 'duplicate',
  a: 'chooseAll',
}
const alone: Readonly<Record<string, 'remove' | 'add' | 'connect' | 'arrange' | 'note'>> = {
  delete: 'remove',
  backspace: 'remove',
  a: 'add',
  '+': 'add',
  '/': 'add',
  l: 'connect',
  t: 'arrange',
  n: 'note',
}
const field =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]'
const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(field) !== null

/**
 * Handles the canvas keys. Keys with ⌘ or Ctrl work on the whole page, letters only while the
 * canvas has the focus.
 */
export function useCanvasKeys(keys: CanvasKeys, isLocked: boolean): void {
  // Enter on another node has already selected the node when the key arrives here.
  const isOnChosen = useRef(false)
  const lookAhead = useEffectEvent(({ target }: KeyboardEvent) => {
    const node = target instanceof Element ? target.closest('.react-flow__node') : null
    isOnChosen.current = node === null || keys.isChosen(node.getAttribute('data-id') ?? '')
  })
  const findAction = ({ target, key, metaKey, ctrlKey, shiftKey, altKey }: KeyboardEvent) => {
    const name = key.toLowerCase()
    if (metaKey || ctrlKey) {
      if (name === 's') return keys.save
      if (isField(target) || isLocked) return undefined
      if (name === 'z') return shiftKey ? keys.redo : keys.undo
      return withCtrl[name] && keys[withCtrl[name]]
    }
    const isOnCanvas =
      target === document.body ||
      (target instanceof Element && target.closest('[data-stage]') !== null)
    if (!isOnCanvas || isField(target) || altKey) return undefined
    if (name === 'enter') {
      // Enter presses a button on the canvas, for example one that adds a step.
      const isButton = target instanceof Element && target.closest('button') !== null
      return isOnChosen.current && !isButton ? keys.inspect : undefined
    }
    return isLocked ? undefined : alone[name] && keys[alone[name]]
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = event.defaultPrevented ? undefined : findAction(event)
    if (action === undefined) return
    event.preventDefault()
    action()
  })
  const copy = useEffectEvent((event: ClipboardEvent, cuts: boolean) => {
    const hasText = (window.getSelection()?.toString() ?? '') !== ''
    if (isField(event.target) || hasText) return
    const text = keys.copy()
    if (text === undefined) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
    if (cuts && !isLocked) keys.remove()
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (isField(event.target) || isLocked) return
    if (keys.paste(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
  })
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    window.addEventListener('keydown', (event) => lookAhead(event), { signal, capture: true })
    // This runs before the keys of every page, because some letters are the same.
    window.addEventListener('keydown', (event) => press(event), { signal, capture: false })
    window.addEventListener('copy', (event) => copy(event, false), { signal })
    window.addEventListener('cut', (event) => copy(event, true), { signal })
    window.addEventListener('paste', (event) => paste(event), { signal })
    return () => abort.abort()
  }, [])
}
