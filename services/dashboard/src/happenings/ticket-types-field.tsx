import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FieldProblems, fault } from '../money/field-problems.ts'
import { emptyType, type TypeDraft } from './happening-draft.ts'
import classes from './happenings.module.css'

const most = 50

/** The ticket types of a draft; one with sold tickets stays. */
export function TicketTypesField({
  types,
  problems,
  onChange,
}: {
  types: readonly TypeDraft[]
  problems: FieldProblems
  onChange: (types: readonly TypeDraft[]) => void
}) {
  const set = (key: string, part: Partial<TypeDraft>) =>
    onChange(types.map((type) => (type.key === key ? { ...type, ...part } : type)))
  return (
    <fieldset className={classes.types}>
      <legend className={classes.legend}>Tickets and their seats</legend>
      {types.map((type, index) => {
        const name = `ticket type ${index + 1}`
        return (
          <div key={type.key} className={classes.typeFields}>
            <TextInput
              aria-label={`Name of ${name}`}
              placeholder="Entry"
              maxLength={100}
              value={type.name}
              onChange={(event) => set(type.key, { name: event.currentTarget.value })}
              {...fault(problems, `ticketTypes.${index}.name`)}
            />
            <TextInput
              aria-label={`Capacity of ${name}`}
              placeholder="Seats"
              inputMode="numeric"
              maxLength={9}
              value={type.capacity}
              onChange={(event) => set(type.key, { capacity: event.currentTarget.value })}
              {...fault(problems, `ticketTypes.${index}.capacity`)}
            />
            <ActionIcon
              variant="subtle"
              aria-label={`Remove ${name}`}
              disabled={(type.known?.sold ?? 0) > 0}
              onClick={() => onChange(types.filter(({ key }) => key !== type.key))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        )
      })}
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={types.length >= most}
        onClick={() => onChange([...types, emptyType()])}
      >
        Add a ticket type
      </Button>
    </fieldset>
  )
}
