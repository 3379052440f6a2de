import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { currencyCodes, currencyName } from '../money/choices.ts'
import { type FieldProblems, fault } from '../money/form/field-problems.ts'
import { OfferSelect } from '../money/records/record-select.tsx'
import { textField } from '../ui/text/text-field.ts'
import { emptyType, type TypeDraft } from './happening-draft.ts'
import classes from './happenings.module.css'

const most = 50
const currencies = currencyCodes()

interface TicketTypesFieldProps {
  readonly types: readonly TypeDraft[]
  readonly ownCurrency: string
  readonly problems: FieldProblems
  readonly onChange: (types: TypeDraft[]) => void
}

/** Edits the ticket types of a draft. A type with sold tickets cannot be removed. */
export function TicketTypesField({
  types,
  ownCurrency,
  problems,
  onChange,
}: TicketTypesFieldProps) {
  const set = (key: string, part: Partial<TypeDraft>) =>
    onChange(types.map((type) => (type.key === key ? { ...type, ...part } : type)))
  return (
    <fieldset className="stack plain-group" style={{ alignItems: 'flex-start' }}>
      <legend className="legend">Tickets, their seats and prices</legend>
      {types.map((type, index) => {
        const name = `ticket type ${index + 1}`
        const field = (part: 'name' | 'capacity' | 'price', path: string) =>
          textField(
            type[part],
            (value) => set(type.key, { [part]: value }),
            problems[`ticketTypes.${index}.${path}`],
          )
        return (
          <div key={type.key} className={classes.typeFields}>
            <TextInput
              aria-label={`Name of ${name}`}
              placeholder="Entry"
              maxLength={100}
              {...field('name', 'name')}
            />
            <TextInput
              aria-label={`Capacity of ${name}`}
              placeholder="Seats"
              inputMode="numeric"
              maxLength={9}
              {...field('capacity', 'capacity')}
            />
            <TextInput
              aria-label={`Price of ${name}`}
              placeholder={type.offerId === null ? 'Free' : ''}
              inputMode="decimal"
              maxLength={16}
              {...field('price', 'priceCents')}
              {...(type.offerId !== null && { value: '', disabled: true })}
            />
            <Select
              aria-label={`Currency of ${name}`}
              data={currencies}
              searchable
              limit={200}
              allowDeselect={false}
              comboboxProps={{ width: 260, position: 'bottom-end' }}
              renderOption={({ option }) => currencyName(option.value)}
              disabled={type.offerId !== null}
              value={type.currency ?? ownCurrency}
              onChange={(currency) => set(type.key, { currency })}
              {...fault(problems, `ticketTypes.${index}.currency`)}
            />
            <ActionIcon
              variant="subtle"
              aria-label={`Remove ${name}`}
              disabled={(type.known?.sold ?? 0) > 0}
              onClick={() => onChange(types.filter(({ key }) => key !== type.key))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
            <div className={classes.typeOffer}>
              <OfferSelect
                aria-label={`Product of ${name}`}
                placeholder="To sell it online, choose a product"
                clearable
                billingModel="one_off"
                priced
                value={type.offerId}
                onChange={(offer) => set(type.key, { offerId: offer?.id ?? null })}
                {...fault(problems, `ticketTypes.${index}.offerId`)}
              />
            </div>
          </div>
        )
      })}
      {types.some(({ price, offerId }) => price.trim() !== '' && offerId === null) && (
        <span className="quiet">
          Visitors see the price of these tickets but cannot buy them. To sell them online, choose a
          product with a one-time price.
        </span>
      )}
      {types.some(({ offerId }) => offerId !== null) && (
        <span className="quiet">
          A ticket with a product costs what the product costs. Visitors pay online and get it by
          mail.
        </span>
      )}
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
