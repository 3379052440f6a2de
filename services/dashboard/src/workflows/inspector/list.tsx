import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { FieldContext } from './field-context.ts'

export function List<T>({
  label,
  help,
  path,
  items,
  fresh,
  add = 'Add',
  headOf = (at) => at + 1,
  nameOf = (at) => `${at + 1} of ${label}`,
  row,
  onChange,
  children,
}: {
  label: string
  help?: string | undefined
  path: string
  items: readonly T[]
  fresh: () => T
  add?: string
  headOf?: (at: number) => ReactNode
  nameOf?: (at: number) => string
  row: (item: T, at: number, change: (item: T) => void) => ReactNode
  onChange: (items: readonly T[]) => void
  children?: ReactNode
}) {
  const { isLocked, problemOf } = use(FieldContext)
  const error = problemOf(path)
  return (
    <fieldset className="plain-group stack">
      <legend className="legend" style={{ marginBottom: 4 }}>
        {label}
      </legend>
      {help !== undefined && <p className="fine">{help}</p>}
      {children}
      {items.map((item, at) => (
        // Members have no id, so the index is the key.
        <div key={at} className="sunken column" style={{ gap: 6, padding: 8 }}>
          <div className="fine strong line" style={{ justifyContent: 'space-between' }}>
            <span>{headOf(at)}</span>
            <ActionIcon
              aria-label={`Remove ${nameOf(at)}`}
              disabled={isLocked}
              onClick={() => onChange(items.toSpliced(at, 1))}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </div>
          {row(item, at, (next) => onChange(items.with(at, next)))}
        </div>
      ))}
      {error !== undefined && <p className="fine bad">{error}</p>}
      <Button
        variant="default"
        size="compact-md"
        disabled={isLocked}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...items, fresh()])}
      >
        {add}
      </Button>
    </fieldset>
  )
}
