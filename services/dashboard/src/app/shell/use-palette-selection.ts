import type { createSpotlightStore } from '@mantine/spotlight'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { selectionAfter } from './palette-selection.ts'

interface Selectable {
  readonly store: ReturnType<typeof createSpotlightStore>
  /** The list's id. Each of its row elements has the row in `data-row`. */
  readonly listId: string
  readonly rows: readonly string[]
  /** True while the search for records runs. */
  readonly isSearching: boolean
}

const selected = 'data-selected'

/**
 * Keeps the selection while records arrive. If the user presses Enter during the search, it waits,
 * because the row may not be listed yet.
 */
export function usePaletteSelection({ store, listId, rows, isSearching }: Selectable) {
  const isChosen = useRef(false)
  const waits = useRef(false)
  const shown = rows.join('\n')
  useLayoutEffect(() => {
    if (shown === '') return
    const list = document.getElementById(listId)
    const former = list?.querySelector<HTMLElement>(`[${selected}]`)
    const index = selectionAfter(
      shown.split('\n'),
      isChosen.current ? former?.dataset['row'] : undefined,
    )
    const now = list?.querySelectorAll<HTMLElement>('[data-row]')[index]
    former?.removeAttribute(selected)
    now?.setAttribute(selected, 'true')
    store.updateState((state) => ({ ...state, selected: index }))
    if (isSearching || !waits.current) return
    waits.current = false
    now?.click()
  }, [store, listId, shown, isSearching])
  return {
    onType: () => {
      isChosen.current = false
      waits.current = false
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') isChosen.current = true
      if (
        event.key !== 'Enter' ||
        event.nativeEvent.isComposing ||
        isChosen.current ||
        !isSearching
      )
        return
      event.preventDefault()
      event.stopPropagation()
      waits.current = true
    },
  }
}
