import { useMantineColorScheme } from '@mantine/core'
import {
  type Icon,
  IconAddressBook,
  IconArrowRight,
  IconBookmark,
  IconFileInvoice,
  IconFileText,
  IconKeyboard,
  IconLink,
  IconMoon,
  IconPlus,
  IconRoute,
  IconSchool,
  IconSearch,
  IconSend,
  IconSun,
  IconTicket,
  IconUserPlus,
  IconWorld,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { openSavedViews } from '../../board/filters/saved-views.ts'
import { useMe } from '../../platform/session/me.ts'
import { settingsGroups } from '../../settings/settings-pages.ts'
import { createPlaces } from './create-place.ts'
import { matches } from './matches.ts'
import { useCreateCard } from './use-create-card.ts'
import { usePlaces } from './use-places.ts'

export interface PaletteAction {
  readonly label: string
  readonly icon: Icon
  readonly run: () => void
  /** More words by which a search finds the action. */
  readonly hint?: string
}

/** Returns the actions with a matching label, and an action for a board search. */
export function usePaletteActions(
  typed: string,
  openShortcuts: () => void,
): readonly PaletteAction[] {
  const navigate = useNavigate()
  const createCard = useCreateCard()
  const places = usePlaces()
  const { user, org } = useMe()
  const { setColorScheme } = useMantineColorScheme()
  const isAdmin = org?.role !== 'member'
  const creating = (label: string, page: keyof typeof createPlaces, icon: Icon): PaletteAction => ({
    label,
    icon,
    run: () => void navigate(createPlaces[page]),
  })
  const actions: PaletteAction[] = [
    { label: 'New card', icon: IconPlus, run: () => createCard() },
    { label: 'New link card', icon: IconLink, run: () => createCard('link') },
    { label: 'New contact card', icon: IconAddressBook, run: () => createCard('contact') },
    creating('New post', '/posts', IconSend),
    ...(isAdmin ? [creating('New invoice', '/invoices', IconFileInvoice)] : []),
    ...(isAdmin
      ? [{ ...creating('New estimate', '/estimates', IconFileText), hint: 'quote' }]
      : []),
    creating('New customer', '/customers', IconUserPlus),
    ...(isAdmin ? [{ ...creating('New event', '/events', IconTicket), hint: 'happening' }] : []),
    creating('New workflow from a template', '/workflows', IconRoute),
    creating('New writing guide', '/writing-guides', IconSchool),
    creating('New site', '/sites', IconWorld),
    ...places.map(({ to, params, label }) => ({
      label: `Go to ${label}`,
      icon: IconArrowRight,
      run: () => void navigate({ to, params }),
    })),
    {
      label: 'Go to Site templates',
      icon: IconArrowRight,
      run: () => void navigate({ to: '/sites/templates/{-$id}', params: { id: undefined } }),
    },
    ...openSavedViews(user.id, org?.id)
      .list()
      .map(({ name, view }) => ({
        label: `Open the view ${name}`,
        icon: IconBookmark,
        run: () => void navigate({ to: '/board', search: view }),
      })),
    ...(typed === '' ? [] : settingsGroups)
      .flatMap(({ pages }) => pages)
      .map(({ page, label, icon, hint }) => ({
        label: `Settings: ${label}`,
        icon,
        hint,
        run: () => void navigate({ to: '/settings/{-$page}', params: { page } }),
      })),
    { label: 'Light theme', icon: IconSun, run: () => setColorScheme('light') },
    { label: 'Dark theme', icon: IconMoon, run: () => setColorScheme('dark') },
    { label: 'Keyboard shortcuts', icon: IconKeyboard, run: openShortcuts },
  ]
  const found = actions.filter(({ label, hint = '' }) => matches(`${label} ${hint}`, typed))
  if (typed === '') return found
  const search = () => void navigate({ to: '/board', search: { q: typed } })
  return [...found, { label: `Search the board for “${typed}”`, icon: IconSearch, run: search }]
}
