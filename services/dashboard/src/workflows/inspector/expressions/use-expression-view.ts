import type { EditorView, KeyBinding } from '@codemirror/view'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { changeSettings, openExpressionView, type ViewSettings } from './expression-view.ts'
import { replaceText } from './text-state.ts'

interface ViewInput extends ViewSettings {
  readonly value: string
  readonly keys: readonly KeyBinding[]
  readonly onChange: (text: string) => void
  readonly onSelect: (view: EditorView, isTyped: boolean) => void
  readonly onChip: (view: EditorView) => void
  readonly onBlur: () => void
}

/** Opens a text editor in an element, and keeps it in step with the value. */
export function useExpressionView(
  host: RefObject<HTMLDivElement | null>,
  input: ViewInput,
): EditorView | undefined {
  const [view, setView] = useState<EditorView>()
  // Typed texts that the page has not returned as the value yet.
  const pending = useRef<string[]>([])
  const onChange = useEffectEvent((text: string) => {
    pending.current.push(text)
    input.onChange(text)
  })
  const onSelect = useEffectEvent((from: EditorView, isTyped: boolean) =>
    input.onSelect(from, isTyped),
  )
  const onChip = useEffectEvent((from: EditorView) => input.onChip(from))
  const onBlur = useEffectEvent(() => input.onBlur())
  const runKey = useEffectEvent((name: string, from: EditorView): boolean => {
    const binding = input.keys.find(({ key }) => key === name)
    return binding?.run?.(from) === true
  })
  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const keys = input.keys.map(({ key = '' }) => ({
      key,
      run: (from: EditorView) => runKey(key, from),
    }))
    const opened = openExpressionView(
      host.current,
      { ...input, keys },
      {
        onChange: (text) => onChange(text),
        onSelect: (from, isTyped) => onSelect(from, isTyped),
        onChip: (from) => onChip(from),
        onBlur: () => onBlur(),
      },
    )
    setView(opened)
    return () => opened.destroy()
    // The view is opened once. Later changes are applied below.
  }, [host])
  const { value, findField, isLocked, placeholder } = input
  const attributes = JSON.stringify(input.attributes)
  useEffect(() => {
    if (view === undefined) return
    changeSettings(view, {
      findField,
      isLocked,
      placeholder,
      attributes: JSON.parse(attributes) as Record<string, string>,
    })
  }, [view, findField, isLocked, placeholder, attributes])
  useEffect(() => {
    if (view === undefined) return
    const text = view.state.doc.toString()
    const at = pending.current.lastIndexOf(value)
    // An older typed text must not replace the newer one.
    pending.current = value === text ? [] : pending.current.slice(at + 1)
    if (value !== text && at === -1) replaceText(view, value)
  }, [view, value])
  return view
}
