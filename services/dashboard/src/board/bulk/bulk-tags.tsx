import type { Card } from '@atrium/contracts'
import { Button, MultiSelect, Popover, TagsInput } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import type { BulkSet } from './bulk-plan.ts'

export function BulkTags({
  cards,
  onChange,
}: {
  cards: () => Card[]
  onChange: (set: BulkSet) => void
}) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="top"
      trapFocus
      returnFocus
      shadow="md"
      width={320}
    >
      <Popover.Target>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconTag size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          Tags
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {opened && (
          <TagForm
            present={[...new Set(cards().flatMap(({ tags }) => tags))].sort()}
            onSubmit={(set) => {
              setOpened(false)
              onChange(set)
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function TagForm({ present, onSubmit }: { present: string[]; onSubmit: (set: BulkSet) => void }) {
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit({
          ...(add.length === 0 ? {} : { addTags: add }),
          ...(remove.length === 0 ? {} : { removeTags: remove }),
        })
      }}
    >
      <TagsInput
        label="Add"
        placeholder="New or known tag"
        data-autofocus
        maxTags={50}
        maxLength={100}
        value={add}
        onChange={setAdd}
        data={present}
        comboboxProps={{ withinPortal: false }}
      />
      {present.length > 0 && (
        <MultiSelect
          label="Remove"
          placeholder={remove.length === 0 ? 'Tags of these cards' : ''}
          data={present}
          value={remove}
          onChange={setRemove}
          comboboxProps={{ withinPortal: false }}
        />
      )}
      <Button type="submit" disabled={add.length + remove.length === 0}>
        Change the tags
      </Button>
    </form>
  )
}
