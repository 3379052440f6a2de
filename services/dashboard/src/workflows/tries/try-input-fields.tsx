import { Button, JsonInput, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { amountText, parseCents } from '../../money/amounts/amount.ts'
import { orgSettingsQuery } from '../../platform/records/settings.ts'
import { DayField } from '../../ui/dates/day-field.tsx'
import { MomentInput } from '../../ui/dates/moment-input.tsx'
import { formatWallTime, parseWallTime } from '../../ui/dates/wall-time.ts'
import type { EventType } from '../palette-queries.ts'
import { listShownValues, type SampleField } from './sample-fields.ts'
import classes from './try-panel.module.css'
import type { TryInput } from './use-try-input.ts'

export function TryInputFields({
  given,
  event,
}: {
  given: TryInput
  event: EventType | undefined
}) {
  const { data: settings } = useQuery(orgSettingsQuery)
  const place = { locale: settings?.locale ?? 'en', zone: settings?.timezone ?? 'UTC' }
  return (
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
            {listShownValues(given.pastEvent.payload, event?.payload ?? [], place).map(
              ([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd dir="auto">{value}</dd>
                </div>
              ),
            )}
          </dl>
          <Button variant="default" size="compact-sm" onClick={given.change}>
            Change it
          </Button>
        </div>
      )}
      {given.isTyped && <TypedItems given={given} help={event?.description} zone={place.zone} />}
    </>
  )
}

/** A form for the typed item. The text is shown on demand, and if a form cannot show the items. */
function TypedItems({
  given,
  help,
  zone,
}: {
  given: TryInput
  help: string | undefined
  zone: string
}) {
  const [wantsJson, setWantsJson] = useState(false)
  const { fields } = given
  const showsJson = wantsJson || fields.length === 0
  return (
    <>
      {showsJson ? (
        <JsonInput
          label="Items"
          description={help ?? 'One object, or a list'}
          autosize
          minRows={4}
          maxRows={16}
          spellCheck={false}
          error={given.problem}
          value={given.text}
          onChange={(text) => {
            // The editor stays while the user types, also when a form could show the text.
            setWantsJson(true)
            given.type(text)
          }}
        />
      ) : (
        <>
          {help !== undefined && <p className="quiet">{help}</p>}
          {fields.map((field) => (
            <SampleInput
              key={field.path.join('.')}
              field={field}
              zone={zone}
              onChange={(value) => given.setField(field.path, value)}
            />
          ))}
        </>
      )}
      {fields.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setWantsJson(!showsJson)}
        >
          {showsJson ? 'Show the fields' : 'Show as text'}
        </Button>
      )}
    </>
  )
}

function SampleInput({
  field: { label, kind, value, currency, options },
  zone,
  onChange,
}: {
  field: SampleField
  /** The organisation's time zone, also used for values from past events. */
  zone: string
  onChange: (value: unknown) => void
}) {
  if (options !== undefined) {
    const isKnown = value === '' || options.some((option) => option.value === value)
    return (
      <Select
        label={label}
        clearable
        data={[
          ...options.map((option) => ({ ...option })),
          ...(isKnown ? [] : [{ value: String(value), label: String(value) }]),
        ]}
        value={value === '' ? null : String(value)}
        onChange={(chosen) => onChange(chosen)}
      />
    )
  }
  if (kind === 'boolean') {
    return (
      <Switch
        label={label}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (kind === 'day') {
    return (
      <DayField
        label={label}
        value={String(value)}
        onChange={(day) => onChange(day === '' ? null : day)}
      />
    )
  }
  if (kind === 'moment') {
    return (
      <MomentInput
        label={label}
        value={formatWallTime(String(value), zone)}
        onChange={(moment) => moment !== undefined && onChange(parseWallTime(moment, zone) ?? null)}
      />
    )
  }
  if (currency !== undefined) {
    const cents = typeof value === 'number' ? value : undefined
    return <AmountInput label={label} currency={currency} cents={cents} onChange={onChange} />
  }
  if (kind === 'number') {
    return <NumberInput label={label} value={value as number | string} onChange={onChange} />
  }
  return (
    <TextInput
      label={label}
      dir="auto"
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function AmountInput({
  label,
  currency,
  cents,
  onChange,
}: {
  label: string
  currency: string
  cents: number | undefined
  /** Called with null while the text is no amount. */
  onChange: (cents: number | null) => void
}) {
  const [typed, setTyped] = useState(cents === undefined ? '' : amountText(cents, currency))
  const isWrong = parseCents(typed, currency) === undefined
  return (
    <TextInput
      label={`${label} (${currency})`}
      inputMode="decimal"
      value={typed}
      error={isWrong ? `An amount, such as ${amountText(24_167, currency)}` : null}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(parseCents(currentTarget.value, currency) ?? null)
      }}
    />
  )
}
