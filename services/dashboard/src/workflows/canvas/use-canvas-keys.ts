import { useEffect, useEffectEvent, useRef } from 'react'

/** What the keys of the canvas do. */
export interface CanvasKeys {
  readonly undo: () => void
  readonly redo: () => void
  readonly save: () => void
  readonly add: () => void
  readonly connect: () => void
  readonly arrange: () => Promise<void>
  readonly note: () => void
  readonly duplicate: () => void
  readonly chooseAll: () => void
  readonly remove: () => void
  readonly inspect: () => void
  /** Whether a node is the only one that is chosen. */
  readonly isChosen: (node: string) => boolean
  /** The chosen part as text; undefined when nothing is chosen. */
  readonly copy: () => string | undefined
  /** Whether the text was a part of a graph. */
  readonly paste: (text: string) => boolean
}

const field =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]'
const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(field) !== null

/** The keys with ⌘ or Ctrl work on the whole page, the letters while the canvas has the focus. */
export function useCanvasKeys(keys: CanvasKeys, isLocked: boolean): void {
  // Enter on another node chooses that one, which is done when the key arrives here.
  const isOnChosen = useRef(false)
  const lookAhead = useEffectEvent(({ target }: KeyboardEvent) => {
    const node = target instanceof Element ? target.closest('.react-flow__node') : null
    isOnChosen.current = node === null || keys.isChosen(node.getAttribute('data-id') ?? '')
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const key = event.key.toLowerCase()
    const take = (action: () => void) => {
      event.preventDefault()
      action()
    }
    if (event.metaKey || event.ctrlKey) {
      if (key === 's') return take(keys.save)
      if (isField(event.target) || isLocked) return undefined
      if (key === 'z') return take(event.shiftKey ? keys.redo : keys.undo)
      if (key === 'y') return take(keys.redo)
      if (key === 'd') return take(keys.duplicate)
      if (key === 'a') return take(keys.chooseAll)
      return undefined
    }
    const target = event.target instanceof Element ? event.target : null
    const isOnCanvas = target === document.body || target?.closest('[data-stage]') != null
    if (!isOnCanvas || isField(target) || event.altKey) return undefined
    if (key === 'enter') return isOnChosen.current ? take(keys.inspect) : undefined
    if (isLocked) return undefined
    if (key === 'delete' || key === 'backspace') return take(keys.remove)
    if (key === 'a') return take(keys.add)
    if (key === 'l') return take(keys.connect)
    if (key === 't') return take(() => void keys.arrange())
    if (key === 'n') return take(keys.note)
    return undefined
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
    // Before the keys of every page, which take some of the same letters.
    window.addEventListener('keydown', (event) => press(event), { signal, capture: false })
    window.addEventListener('copy', (event) => copy(event, false), { signal })
    window.addEventListener('cut', (event) => copy(event, true), { signal })
    window.addEventListener('paste', (event) => paste(event), { signal })
    return () => abort.abort()
  }, [])
}
