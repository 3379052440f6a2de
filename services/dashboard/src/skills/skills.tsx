import { type Skill, type SkillKind, type SkillUse, skillKinds } from '@atrium/contracts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { IconChevronRight, IconSchool, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Empty, NoMatch } from '../ui/page/empty.tsx'
import { RecordList } from '../ui/records/record-list.tsx'
import { skillsQuery, skillUsesQuery } from './skill-queries.ts'
import { usesLabel } from './skill-uses.ts'
import { kindLabel } from './skill-words.ts'
import type { SkillsSearch } from './skills-search.ts'

const kinds = [
  { value: '', label: 'All kinds' },
  ...skillKinds.map((value) => ({ value, label: kindLabel(value) })),
]

export function Skills({
  search,
  onSearch,
}: {
  search: SkillsSearch
  onSearch: (change: SkillsSearch) => void
}) {
  const query = useInfiniteQuery(skillsQuery(search))
  const uses = useQuery(skillUsesQuery).data?.items
  const isFiltered = (search.q ?? '').trim() !== '' || search.kind !== undefined
  const skills = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (query.data !== undefined && skills.length === 0 && !isFiltered && !query.isPlaceholderData) {
    return (
      <Empty
        icon={IconSchool}
        title="No writing guides yet"
        action={
          <Button renderRoot={(props) => <Link {...props} to="/writing-guides/new" />}>
            Write the first writing guide
          </Button>
        }
      >
        A writing guide tells the AI how to write, for example the voice of your posts or the rules
        for sorting mails. Write it once, then use it in workflows and in the writing help.
      </Empty>
    )
  }
  return (
    <>
      <Filters search={search} onSearch={onSearch} />
      <RecordList
        label="Writing guides"
        query={query}
        height={208}
        empty={
          <NoMatch
            icon={IconSearch}
            title="No writing guide found"
            action="Show all writing guides"
            onClear={() => onSearch({})}
          >
            We searched names and descriptions.
          </NoMatch>
        }
        row={(skill) => (
          <Row
            key={skill.id}
            skill={skill}
            uses={uses?.filter(({ skillId }) => skillId === skill.id)}
          />
        )}
      />
    </>
  )
}

function Filters({
  search,
  onSearch,
}: {
  search: SkillsSearch
  onSearch: (change: SkillsSearch) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(search.q ?? '')
  const [shown, setShown] = useState(search.q)
  // The address was not changed by the field, for example after the user went back.
  if (shown !== search.q) {
    setShown(search.q)
    if ((search.q ?? '') !== typed.trim()) setTyped(search.q ?? '')
  }
  const write = useDebouncedCallback(
    (q: string) => onSearch({ ...search, q: q.trim() || undefined }),
    200,
  )
  useWindowEvent('keydown', (event) => {
    const target = event.target instanceof HTMLElement ? event.target : null
    if (event.key !== '/' || target?.closest('input, textarea, select, [role="dialog"]') != null)
      return
    event.preventDefault()
    field.current?.focus()
  })
  return (
    <search className="wrapped" style={{ marginBottom: 16 }}>
      <TextInput
        ref={field}
        flex={1}
        miw={180}
        maw={360}
        aria-label="Search writing guides"
        placeholder="Search writing guides"
        type="search"
        maxLength={200}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          write(value)
        }}
      />
      <NativeSelect
        aria-label="Kind"
        data={kinds}
        value={search.kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onSearch({ ...search, kind: value === '' ? undefined : (value as SkillKind) })
        }
      />
    </search>
  )
}

interface RowProps {
  readonly skill: Skill
  /** Undefined until the uses have loaded. */
  readonly uses: readonly SkillUse[] | undefined
}

const Row = ({ skill: { id, name, description, kind, version, body }, uses }: RowProps) => (
  <li>
    <Link to="/writing-guides/$id" params={{ id }} search={{}} data-row className="row">
      <span className="words own-line">
        <span className="line strong" dir="auto">
          {name}
        </span>
        <span className="quiet clipped" dir="auto">
          {description || body.slice(0, 200)}
        </span>
      </span>
      <span className="quiet line firm figures" style={{ gap: 16 }}>
        <span className="tag">{kindLabel(kind)}</span>
        <span>Version {version}</span>
        <span style={{ minWidth: 84 }}>{uses === undefined ? '' : usesLabel(uses)}</span>
      </span>
      <IconChevronRight size={16} className="glyph wide-only" aria-hidden />
    </Link>
  </li>
)
