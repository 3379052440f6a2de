import '@mantine/spotlight/styles.css'
import { searchEverything } from '@atrium/contracts'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { atrium } from '../../platform/connection/api.ts'
import { toDetail } from '../../ui/feedback/problem.tsx'
import { parseHref } from '../../ui/text/parse-href.ts'
import { hitWords } from './hit-words.ts'
import classes from './palette.module.css'
import { usePaletteActions } from './use-palette-actions.ts'
import { usePaletteSelection } from './use-palette-selection.ts'

const listId = 'palette-rows'
const searchLabel = 'Find pages, cards and actions'

const [store, palette] = createSpotlight()

/** Finds pages, actions and records. The palette is mounted only while it is open. */
export function Palette({
  onClose,
  openShortcuts,
}: {
  onClose: () => void
  openShortcuts: () => void
}) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const [q] = useDebouncedValue(text, 150)
  useEffect(() => palette.open(), [])
  const actions = usePaletteActions(text, openShortcuts)
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => atrium.call(searchEverything, { query: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: (former) => former,
  })
  const hits = (q === '' ? [] : (data?.items ?? [])).flatMap((hit) => {
    const place = parseHref(hit.href)
    return place === undefined ? [] : [{ ...hit, place }]
  })
  const isSearching = text !== '' && (q !== text || isPending || isPlaceholderData)
  const hitRows = hits.map(({ id }) => id)
  const actionRows = actions.map(({ label }) => label)
  // If the text is the beginning of an action's label, the user means the action.
  const isAction =
    text.length > 2 &&
    actionRows.some((label) => label.toLowerCase().startsWith(text.toLowerCase()))
  const { onKeyDown, onType } = usePaletteSelection({
    store,
    listId,
    isSearching,
    rows: text === '' ? [] : isAction ? [...actionRows, ...hitRows] : [...hitRows, ...actionRows],
  })
  const actionGroup = actions.length > 0 && (
    <Spotlight.ActionsGroup label="Actions">
      {actions.map(({ label, icon: Glyph, run }) => (
        <Spotlight.Action
          key={label}
          data-row={label}
          label={label}
          leftSection={<Glyph size={18} stroke={1.75} aria-hidden />}
          onClick={run}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
  const unavailable = q === '' ? [] : (data?.unavailable ?? [])
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={(query) => {
        onType()
        setTyped(query)
      }}
      onSpotlightClose={onClose}
      shortcut={null}
      centered={false}
      yOffset="12vh"
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      classNames={{
        content: classes.content,
        actionsGroup: classes.group,
        action: classes.action,
        actionLabel: 'clamped',
      }}
      attributes={{ content: { 'aria-label': 'Find anything' } }}
    >
      <Spotlight.Search
        placeholder={searchLabel}
        aria-label={searchLabel}
        onKeyDownCapture={onKeyDown}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      />
      <Spotlight.ActionsList id={listId}>
        {isAction && actionGroup}
        {hits.length > 0 && (
          <Spotlight.ActionsGroup label="Found">
            {hits.map(({ id, type, title, subtitle, place }) => (
              <Spotlight.Action
                key={id}
                data-row={id}
                label={title}
                description={hitWords({ type, subtitle })}
                // Mantine fades the description on the selected row, where its contrast would be
                // too low.
                styles={{ actionDescription: { opacity: 1 } }}
                onClick={() => void navigate(place)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {!isAction && actionGroup}
        {q !== '' && hits.length === 0 && (
          <p className="fine" style={{ padding: '8px 16px' }} role="status">
            {error !== null
              ? `Your records were not searched: ${toDetail(error)}`
              : isSearching
                ? 'Searching …'
                : 'No record found'}
          </p>
        )}
        {unavailable.length > 0 && (
          <p className="fine" style={{ padding: '8px 16px' }}>
            Not searched: {unavailable.join(', ')} did not respond
          </p>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
