import { ActionIcon, Button, Group, TextInput, Tooltip } from '@mantine/core'
import { IconBookmark, IconCheck, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { useMe } from '../../platform/session/me.ts'
import { toast, withUndo } from '../../ui/feedback/toast.tsx'
import { textField } from '../../ui/text/text-field.ts'
import board from '../board.module.css'
import { type BoardSearch, type BoardView, toView } from '../board-search.ts'
import { Panel } from './panel.tsx'
import { isSameView, openSavedViews, type SavedView, viewLimits } from './saved-views.ts'

/** The user's saved views: open, rename, share as an address, delete, and save the current view. */
export function ViewsPanel({ search }: { search: BoardSearch }) {
  const [opened, setOpened] = useState(false)
  const { user, org } = useMe()
  const store = openSavedViews(user.id, org?.id)
  const views = useSyncExternalStore(store.subscribe, store.list)
  const now = toView(search)
  const current = views.find(({ view }) => isSameView(view, now))
  const [name, setName] = useState('')
  return (
    <Panel
      opened={opened}
      onChange={setOpened}
      target={
        <ActionIcon size={36} variant="default" aria-label="Views" className={`firm ${board.tool}`}>
          <IconBookmark size={16} />
        </ActionIcon>
      }
    >
      <h2 className="small-title">Saved views</h2>
      {views.length === 0 ? (
        <p className="quiet">
          A view saves a search and filters in this browser. You can share its link.
        </p>
      ) : (
        <ul className="plain-list">
          {views.map((one) => (
            <ViewRow
              key={one.id}
              saved={one}
              isCurrent={one === current}
              onRename={(to) => store.rename(one.id, to)}
              onOpen={() => setOpened(false)}
              onRemove={() =>
                toast(`The view “${one.name}” is deleted`, withUndo(store.remove(one.id)))
              }
            />
          ))}
        </ul>
      )}
      {current === undefined && (
        <form
          className="fields"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() === '') return
            store.save(name.trim(), now)
            setName('')
          }}
        >
          <TextInput
            label="Save this view as"
            placeholder="Name"
            maxLength={viewLimits.name}
            {...textField(name, setName)}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            Save the view
          </Button>
        </form>
      )}
    </Panel>
  )
}

const toAddress = (view: BoardView): string => {
  const address = new URL('/board', window.location.origin)
  for (const [key, value] of Object.entries(view)) {
    address.searchParams.set(key, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return address.href
}

interface ViewRowProps {
  readonly saved: SavedView
  readonly isCurrent: boolean
  readonly onOpen: () => void
  readonly onRename: (name: string) => void
  readonly onRemove: () => void
}

function ViewRow({ saved: { name, view }, isCurrent, onOpen, onRename, onRemove }: ViewRowProps) {
  const [typed, setTyped] = useState<string>()
  const finish = () => {
    if (typed !== undefined && typed.trim() !== '') onRename(typed.trim())
    setTyped(undefined)
  }
  if (typed !== undefined) {
    return (
      <li>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            finish()
          }}
        >
          <TextInput
            aria-label={`New name of ${name}`}
            data-autofocus
            autoFocus
            maxLength={viewLimits.name}
            {...textField(typed, setTyped)}
            onBlur={finish}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              setTyped(undefined)
            }}
          />
        </form>
      </li>
    )
  }
  const copy = () =>
    void navigator.clipboard.writeText(toAddress(view)).then(
      () => toast('Link copied'),
      () => toast('The browser does not allow copying', { tone: 'bad' }),
    )
  const tools = [
    ['Copy the link', ' of', IconLink, copy],
    ['Rename', '', IconPencil, () => setTyped(name)],
    ['Delete', '', IconTrash, onRemove],
  ] as const
  return (
    <Group
      className="hoverable"
      component="li"
      gap={2}
      wrap="nowrap"
      bdrs={6}
      {...(isCurrent && { bg: 'var(--pressed)' })}
    >
      <Link
        to="/board"
        search={view}
        className="clipped grow"
        style={{ padding: '7px 8px', borderRadius: 6, color: 'inherit', textDecoration: 'none' }}
        dir="auto"
        onClick={onOpen}
      >
        {name}
      </Link>
      {isCurrent && <IconCheck size={14} role="img" aria-label="Shown" />}
      {tools.map(([label, of, Glyph, onClick]) => (
        <Tooltip key={label} label={label} withinPortal={false}>
          <ActionIcon aria-label={`${label}${of} ${name}`} onClick={onClick}>
            <Glyph size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  )
}
