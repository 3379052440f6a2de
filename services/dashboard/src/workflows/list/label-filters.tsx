import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { labelsQuery } from '../workflow-queries.ts'
import type { WorkflowsSearch } from '../workflows-search.ts'

interface LabelFiltersProps {
  readonly search: Pick<WorkflowsSearch, 'folder' | 'tag'>
  readonly onChange: (changed: Partial<WorkflowsSearch>) => void
}

// No folder or tag begins with a colon followed by a space, because names are trimmed.
const every = ': all'
const none = ': none'

/** Adds the chosen name if no workflow uses it any more, so that the choice stays visible. */
const withChosen = (names: readonly string[], chosen: string | undefined): readonly string[] =>
  chosen === undefined || chosen === '' || names.includes(chosen) ? names : [chosen, ...names]

/** The choice of a folder and a tag. Each is hidden until a workflow has one. */
export function LabelFilters({ search: { folder, tag }, onChange }: LabelFiltersProps) {
  const { data } = useQuery(labelsQuery)
  const folders = withChosen(data?.folders.map(({ name }) => name) ?? [], folder)
  const tags = withChosen(data?.tags.map(({ name }) => name) ?? [], tag)
  return (
    <>
      {(folders.length > 0 || folder !== undefined) && (
        <NativeSelect
          w={180}
          aria-label="Folder"
          data={[
            { value: every, label: 'All folders' },
            { value: none, label: 'Without a folder' },
            ...folders.map((name) => ({ value: name, label: name })),
          ]}
          value={folder === undefined ? every : folder === '' ? none : folder}
          onChange={({ currentTarget: { value } }) =>
            onChange({ folder: value === every ? undefined : value === none ? '' : value })
          }
        />
      )}
      {tags.length > 0 && (
        <NativeSelect
          w={160}
          aria-label="Tag"
          data={[
            { value: every, label: 'All tags' },
            ...tags.map((name) => ({ value: name, label: name })),
          ]}
          value={tag ?? every}
          onChange={({ currentTarget: { value } }) =>
            onChange({ tag: value === every ? undefined : value })
          }
        />
      )}
    </>
  )
}
