import { asText } from '@atrium/workflow-rules'
import { Button, JsonInput, Select } from '@mantine/core'
import classes from './try-panel.module.css'
import type { TryInput } from './use-try-input.ts'

export const TryInputFields = ({ given, help }: { given: TryInput; help: string }) => (
  <>
    <Select
      label="With"
      allowDeselect={false}
      styles={{ input: { textOverflow: 'ellipsis' } }}
      searchable
      filter={({ options }) =>
        options.map((group) =>
          'group' in group ? { ...group, items: group.items.filter(given.isWanted) } : group,
        )
      }
      searchValue={given.search}
      onSearchChange={given.searchFor}
      onOptionSubmit={given.endSearch}
      nothingFoundMessage={given.isSearching ? 'Searching …' : 'Nothing found'}
      scrollAreaProps={{ onBottomReached: given.readOn }}
      placeholder={given.source === null ? 'Loading …' : ''}
      disabled={given.source === null}
      maxDropdownHeight={320}
      data={given.groups}
      value={given.source}
      onChange={given.choose}
    />
    {given.pastEvent !== undefined && (
      <div className={`sunken column ${classes.effect}`}>
        <dl className={`flush ${classes.detail}`} aria-label="Item of the event">
          {Object.entries(given.pastEvent.payload).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{asText(value)}</dd>
            </div>
          ))}
        </dl>
        <Button variant="default" size="compact-sm" onClick={given.change}>
          Change it
        </Button>
      </div>
    )}
    {given.isTyped && (
      <JsonInput
        label="Items"
        description={help}
        autosize
        minRows={4}
        maxRows={16}
        spellCheck={false}
        error={given.problem}
        value={given.text}
        onChange={given.type}
      />
    )}
  </>
)
