import '@mantine/spotlight/styles.css'
import { type SearchHit, searchEverything } from '@atrium/contracts'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconArrowRight, IconPlus, IconSearch, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { atrium } from '../../platform/api.ts'
import { settingsGroups } from '../../settings/settings-pages.ts'
import { placeOf } from '../../ui/place-of.ts'
import { places } from './navigation.ts'
import classes from './shell.module.css'

const typeLabels: Readonly<Record<SearchHit['type'], string>> = {
  card: 'Card',
  post: 'Post',
  customer: 'Customer',
  invoice: 'Invoice',
  offer: 'Offer',
  workflow: 'Workflow',
  site: 'Site',
}

const [store, palette] = createSpotlight()

/** Finds pages, actions and records. Mounted while it is open. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 150)
  useEffect(() => palette.open(), [])
  const { data, isFetching } = useQuery({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => atrium.call(searchEverything, { query: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: (former) => former,
  })
  const matches = (label: string) => label.toLowerCase().includes(typed.trim().toLowerCase())
  const go = places.filter(({ label }) => matches(`go to ${label}`))
  const settings = settingsGroups
    .flatMap(({ pages }) => pages)
    .filter(({ label, hint }) => typed.trim() !== '' && matches(`settings: ${label} ${hint}`))
  const hits = (q === '' ? [] : (data?.items ?? [])).flatMap((hit) => {
    const place = placeOf(hit.href)
    return place === undefined ? [] : [{ ...hit, place }]
  })
  const unavailable = q === '' ? [] : (data?.unavailable ?? [])
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={onClose}
      shortcut={null}
      centered={false}
      yOffset="12vh"
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Find anything' } }}
    >
      <Spotlight.Search
        placeholder="Find pages, cards and actions"
        aria-label="Find pages, cards and actions"
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {hits.length > 0 && (
          <Spotlight.ActionsGroup label="Found">
            {hits.map(({ id, type, title, subtitle, place }) => (
              <Spotlight.Action
                key={id}
                label={title || 'Untitled'}
                description={[typeLabels[type], subtitle].filter(Boolean).join(' · ')}
                onClick={() => void navigate(place)}
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
        {settings.map(({ page, label }) => (
          <Spotlight.Action
            key={page}
            label={`Settings: ${label}`}
            leftSection={<IconSettings size={18} stroke={1.75} aria-hidden />}
            onClick={() => void navigate({ to: '/settings/{-$page}', params: { page } })}
          />
        ))}
        {go.length === 0 && settings.length === 0 && hits.length === 0 && !matches('new card') && (
          <Spotlight.Empty>
            {isFetching || q !== typed.trim() ? 'Searching …' : 'Nothing found'}
          </Spotlight.Empty>
        )}
        {unavailable.length > 0 && (
          <p className={classes.incomplete}>Not searched: {unavailable.join(', ')} did not answer</p>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
