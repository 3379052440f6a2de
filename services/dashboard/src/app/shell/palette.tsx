import '@mantine/spotlight/styles.css'
import { listCards } from '@atrium/contracts'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconArrowRight, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { atrium } from '../../platform/api.ts'
import { statusLabel } from '../../ui/status-badge.tsx'
import { places } from './navigation.ts'

const [store, palette] = createSpotlight()

/** Finds pages, actions and cards. Mounted while it is open. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 120)
  useEffect(() => palette.open(), [])
  const { data } = useQuery({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => atrium.call(listCards, { query: { q, limit: 8 } }, { signal }),
    enabled: q !== '',
    placeholderData: (former) => former,
  })
  const matches = (label: string) => label.toLowerCase().includes(typed.trim().toLowerCase())
  const go = places.filter(({ label }) => matches(`go to ${label}`))
  const cards = q === '' ? [] : (data?.items ?? [])
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={onClose}
      shortcut={null}
      attributes={{ content: { 'aria-label': 'Find anything' } }}
    >
      <Spotlight.Search
        placeholder="Find pages, cards and actions"
        aria-label="Find pages, cards and actions"
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {cards.length > 0 && (
          <Spotlight.ActionsGroup label="Cards">
            {cards.map((card) => (
              <Spotlight.Action
                key={card.id}
                label={card.title || card.body.slice(0, 80) || 'Untitled'}
                description={statusLabel(card.status)}
                onClick={() => void navigate({ to: '/board', search: (old) => ({ ...old, card: card.id }) })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {matches('new card') && (
          <Spotlight.Action
            label="New card"
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => void navigate({ to: '/board', search: (old) => ({ ...old, create: true }) })}
          />
        )}
        {go.map(({ to, label }) => (
          <Spotlight.Action
            key={label}
            label={`Go to ${label}`}
            leftSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
            onClick={() => void navigate({ to })}
          />
        ))}
        {go.length === 0 && cards.length === 0 && !matches('new card') && (
          <Spotlight.Empty>Nothing found</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
