import '@mantine/spotlight/styles.css'
import { type SearchHit, searchEverything } from '@atrium/contracts'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { atrium } from '../../platform/api.ts'
import { placeOf } from '../../ui/place-of.ts'
import { detailOf } from '../../ui/problem.tsx'
import classes from './shell.module.css'
import { usePaletteActions } from './use-palette-actions.ts'

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
export function Palette({ onClose, openShortcuts }: { onClose: () => void; openShortcuts: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 150)
  useEffect(() => palette.open(), [])
  const actions = usePaletteActions(typed.trim(), openShortcuts)
  const { data, error, isFetching } = useQuery({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => atrium.call(searchEverything, { query: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: (former) => former,
  })
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
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label="Actions">
            {actions.map(({ label, icon: Glyph, run }) => (
              <Spotlight.Action
                key={label}
                label={label}
                leftSection={<Glyph size={18} stroke={1.75} aria-hidden />}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {q !== '' && hits.length === 0 && (
          <p className={classes.incomplete} role="status">
            {error !== null
              ? `The records are not searched: ${detailOf(error)}`
              : isFetching || q !== typed.trim()
                ? 'Searching …'
                : 'No record is found'}
          </p>
        )}
        {unavailable.length > 0 && (
          <p className={classes.incomplete}>Not searched: {unavailable.join(', ')} did not answer</p>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
