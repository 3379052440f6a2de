import { type TemplateVariable, variableTypes } from '@atrium/contracts'
import {
  ActionIcon,
  Box,
  Button,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { textField } from '../../ui/text/text-field.ts'
import classes from '../sites.module.css'
import { ListField } from './list-field.tsx'
import { VariableField } from './variable-field.tsx'

const typeLabels: Readonly<Record<TemplateVariable['type'], string>> = {
  text: 'Text',
  longtext: 'Long text',
  number: 'Number',
  boolean: 'Yes or no',
  url: 'Address',
  image: 'Picture',
  color: 'Colour',
  list: 'List',
}

interface VariablesEditorProps {
  readonly variables: readonly TemplateVariable[]
  readonly undeclared: ReadonlyArray<{ readonly name: string; readonly isList: boolean }>
  readonly error: string | undefined
  readonly onChange: (variables: TemplateVariable[]) => void
  readonly onAdd: (names: VariablesEditorProps['undeclared']) => void
}

export function VariablesEditor({
  variables,
  undeclared,
  error,
  onChange,
  onAdd,
}: VariablesEditorProps) {
  return (
    <fieldset className={`plain-group stack ${classes.items}`}>
      <Input.Label component="legend">Variables</Input.Label>
      {undeclared.length > 0 && (
        <Group
          className="quiet"
          justify="space-between"
          gap={12}
          p="8px 12px"
          bdrs={8}
          bg="var(--sunken)"
          wrap="nowrap"
        >
          <span>
            The HTML uses {undeclared.map(({ name }) => name).join(', ')} without{' '}
            {undeclared.length === 1 ? 'a variable' : 'variables'}.
          </span>
          <Button variant="default" size="compact-sm" onClick={() => onAdd(undeclared)}>
            Add {undeclared.length === 1 ? 'it' : 'them'}
          </Button>
        </Group>
      )}
      {variables.map((variable, index) => (
        <Row
          key={index}
          variable={variable}
          onChange={(next) => onChange(variables.with(index, next))}
          onRemove={() => onChange(variables.toSpliced(index, 1))}
        />
      ))}
      {error !== undefined && <Input.Error>{error}</Input.Error>}
      <Button
        variant="default"
        size="compact-sm"
        className="start"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...variables, { name: '', type: 'text' }])}
      >
        Add a variable
      </Button>
    </fieldset>
  )
}

interface RowProps {
  readonly variable: TemplateVariable
  readonly onChange: (variable: TemplateVariable) => void
  readonly onRemove: () => void
}

function Row({ variable, onChange, onRemove }: RowProps) {
  const { default: preset, ...plain } = variable
  const nth = variable.name === '' ? 'the new variable' : variable.name
  const field = {
    variable: { name: 'default', type: variable.type, label: 'Value of a new site' } as const,
    value: preset,
    error: undefined,
    onChange: (value: unknown) =>
      onChange(
        value === null || value === '' ? plain : { ...plain, default: value as typeof preset },
      ),
  }
  return (
    <fieldset className={`raised flush ${classes.item}`} aria-label={`Variable ${nth}`}>
      <div className="words stack">
        <Box display="grid" style={{ gridTemplateColumns: 'minmax(0, 1fr) 132px', gap: 8 }}>
          <TextInput
            label="Name"
            spellCheck={false}
            autoCapitalize="none"
            {...textField(variable.name, (name) => onChange({ ...variable, name: name.trim() }))}
          />
          <NativeSelect
            label="Type"
            value={variable.type}
            data={variableTypes.map((type) => ({ value: type, label: typeLabels[type] }))}
            onChange={(event) => {
              const type = variableTypes.find((each) => each === event.currentTarget.value)
              // A value of the previous type does not fit the new type.
              if (type !== undefined) onChange({ ...plain, type })
            }}
          />
        </Box>
        <TextInput
          label="Label"
          placeholder="What the form shows"
          maxLength={200}
          {...textField(variable.label ?? '', (label) => {
            const { label: _, ...rest } = variable
            onChange(label === '' ? rest : { ...rest, label })
          })}
        />
        {variable.type === 'list' ? (
          <ListField {...field} fields={[]} />
        ) : (
          <VariableField {...field} />
        )}
        <Checkbox
          label="Needed to publish"
          checked={variable.required === true}
          onChange={(event) => {
            const { required: _, ...rest } = variable
            onChange(event.currentTarget.checked ? { ...rest, required: true } : rest)
          }}
        />
      </div>
      <ActionIcon aria-label={`Remove ${nth}`} onClick={onRemove}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </fieldset>
  )
}
