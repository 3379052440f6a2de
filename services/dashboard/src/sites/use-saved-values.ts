import type { TemplateInstance } from '@atrium/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useDraft } from '../platform/drafts/use-draft.ts'
import { instanceQuery, saveValues } from './site-queries.ts'

const saveAfterMs = 700

type Values = Readonly<Record<string, unknown>>

/**
 * Saves a page's values while the user types. `flush` saves the rest and throws if the platform
 * refuses.
 */
export function useSavedValues(instance: TemplateInstance) {
  const queryClient = useQueryClient()
  const [left, keep] = useDraft<Values>(`site.${instance.id}`)
  const [edits, setEdits] = useState<Values>(left ?? {})
  const [error, setError] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const state = useRef({ edits, timer: undefined as ReturnType<typeof setTimeout> | undefined })
  const running = useRef<Promise<void>>(undefined)

  const put = useCallback(
    (next: Values) => {
      state.current.edits = next
      setEdits(next)
      keep(Object.keys(next).length === 0 ? undefined : next)
    },
    [keep],
  )
  const save = useCallback(async (): Promise<void> => {
    const sent = state.current.edits
    if (Object.keys(sent).length === 0) return
    setSaving(true)
    try {
      const stored = await saveValues(instance.id, sent)
      queryClient.setQueryData(instanceQuery(instance.id).queryKey, stored)
      const rest = Object.entries(state.current.edits).filter(
        ([name, value]) => !Object.hasOwn(sent, name) || sent[name] !== value,
      )
      put(Object.fromEntries(rest))
      setError(null)
    } catch (refusal) {
      setError(refusal)
      throw refusal
    } finally {
      setSaving(false)
    }
  }, [instance.id, queryClient, put])
  const flush = useCallback(async (): Promise<void> => {
    clearTimeout(state.current.timer)
    // Send one request at a time, because a later one has the newer values.
    await running.current?.catch(() => undefined)
    running.current = save()
    await running.current
  }, [save])
  const scheduleSave = useCallback(() => {
    clearTimeout(state.current.timer)
    state.current.timer = setTimeout(() => void flush().catch(() => undefined), saveAfterMs)
  }, [flush])
  const set = useCallback(
    (name: string, value: unknown) => {
      put({ ...state.current.edits, [name]: value })
      scheduleSave()
    },
    [put, scheduleSave],
  )
  useEffect(() => {
    scheduleSave()
    return () => void flush().catch(() => undefined)
  }, [scheduleSave, flush])
  const hasEdits = Object.keys(edits).length > 0
  const values = withoutNulls({ ...instance.values, ...edits })
  return { values, set, flush, error, isSaving: isSaving || (hasEdits && error === null), hasEdits }
}

const withoutNulls = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
