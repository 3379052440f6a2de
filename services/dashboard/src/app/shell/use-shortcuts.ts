import { useWindowEvent } from '@mantine/hooks'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { useMe } from '../../platform/session/me.ts'
import { findCreatePlace } from './create-place.ts'
import { useCreateCard } from './use-create-card.ts'
import { usePlaces } from './use-places.ts'

const chordMs = 1_200

/** True if the key belongs to a field or an open dialog. */
const isTaken = (event: KeyboardEvent): boolean => {
  const target = event.target instanceof HTMLElement ? event.target : null
  return (
    event.defaultPrevented ||
    target?.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]',
    ) != null
  )
}

/**
 * Handles the keys of every page: ⌘K, `?`, `c` for a new record, and `g` before a page's letter.
 */
export function useShortcuts(open: { openPalette: () => void; openShortcuts: () => void }): void {
  const navigate = useNavigate()
  const router = useRouter()
  const { org } = useMe()
  const createCard = useCreateCard()
  const places = usePlaces()
  const chordUntil = useRef(0)
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      open.openPalette()
      return
    }
    if (event.metaKey || event.ctrlKey || event.altKey || isTaken(event)) return
    const going = performance.now() < chordUntil.current
    chordUntil.current = 0
    const place = going ? places.find(({ key }) => key === event.key) : undefined
    if (place !== undefined) {
      event.preventDefault()
      void navigate({ to: place.to, params: place.params })
    } else if (event.key === 'g') chordUntil.current = performance.now() + chordMs
    else if (event.key === '?') open.openShortcuts()
    else if (event.key === 'c') {
      event.preventDefault()
      const place = findCreatePlace(router.state.location.pathname, org?.role !== 'member')
      if (place === undefined) createCard()
      else void navigate(place)
    }
  })
}
