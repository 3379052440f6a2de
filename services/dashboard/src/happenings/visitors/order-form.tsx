import {
  type ConfirmedOrder,
  groupedCode,
  type PublicHappening,
  type TicketOrder,
  type WaitingPlace,
} from '@atrium/contracts'
import { NativeSelect, Radio, TextInput } from '@mantine/core'
import { IconChevronRight, IconTicket } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { amountLabel } from '../../money/amount.ts'
import { type FieldProblems, problemsOfError } from '../../money/field-problems.ts'
import { useRequestKeys } from '../../platform/request-keys.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { textField } from '../../ui/text-field.ts'
import { order, type PublicAddress, publicHappeningQuery, wait } from './visitor-queries.ts'
import { filled, type VisitorWords } from './visitor-words.ts'
import classes from './visitors.module.css'

/** The outcome of an order: tickets, or a place in the waiting list. */
export type OrderResult = { readonly email: string } & (
  | { readonly order: TicketOrder }
  | { readonly place: WaitingPlace }
)

type Type = PublicHappening['ticketTypes'][number]

const most = 10

function leftLabel({ available, priceCents, currency }: Type, words: VisitorWords): string {
  if (priceCents > 0) return filled(words.notSold, { price: amountLabel(priceCents, currency) })
  if (available === 0) return words.soldOut
  return available <= 20 ? filled(words.left, { count: available }) : words.free
}

interface OrderFormProps {
  readonly address: PublicAddress
  readonly words: VisitorWords
  readonly types: readonly Type[]
  readonly onOrdered: (ordered: OrderResult) => void
}

/** Orders tickets of a happening, or waits for those that are sold out. */
export function OrderForm({ address, types, words, onOrdered }: OrderFormProps) {
  const queryClient = useQueryClient()
  const free = types.filter(({ priceCents }) => priceCents === 0)
  const [typeId, setTypeId] = useState((free.find(({ available }) => available > 0) ?? free[0])?.id ?? '')
  const [quantity, setQuantity] = useState(1)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState<FieldProblems>({})
  const keyed = useRequestKeys()
  const isLeft = (types.find(({ id }) => id === typeId)?.available ?? 0) >= quantity
  const send = useMutation({
    mutationFn: async (): Promise<OrderResult> => {
      const body = { ticketTypeId: typeId, quantity, name: name.trim(), email: email.trim() }
      const { email: to } = body
      return keyed({ isLeft, body }, async (key) =>
        isLeft
          ? { email: to, order: await order(address, body, key) }
          : { email: to, place: await wait(address, body, key) },
      )
    },
    onSuccess: onOrdered,
    onError: (error) => {
      const found = problemsOfError(error)
      setProblems(found['email'] === undefined ? found : { ...found, email: words.emailForm })
      void queryClient.invalidateQueries(publicHappeningQuery(address))
    },
  })
  const submit = () => {
    const found: FieldProblems = {
      ...(name.trim() === '' ? { name: words.nameNeeded } : {}),
      ...(email.trim() === '' ? { email: words.emailNeeded } : {}),
    }
    setProblems(found)
    if (Object.keys(found).length === 0) send.mutate()
  }
  if (free.length === 0) return <p className="flush muted">{words.none}</p>
  return (
    <form
      noValidate
      className="fields"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FormAlert error={Object.keys(problems).length > 0 ? null : send.error} />
      <fieldset className="stack plain-group">
        <legend className="legend">{words.ticket}</legend>
        {types.map((type) => (
          <Radio
            key={type.id}
            name="ticket"
            label={type.name}
            description={leftLabel(type, words)}
            disabled={type.priceCents > 0}
            checked={type.id === typeId}
            onChange={() => setTypeId(type.id)}
          />
        ))}
      </fieldset>
      <NativeSelect
        label={words.howMany}
        data={Array.from({ length: most }, (_, index) => String(index + 1))}
        {...textField(String(quantity), (value) => setQuantity(Number(value)))}
      />
      <TextInput
        label={words.name}
        autoComplete="name"
        maxLength={200}
        {...textField(name, setName, problems['name'])}
      />
      <TextInput
        label={words.email}
        type="email"
        autoComplete="email"
        maxLength={254}
        {...textField(email, setEmail, problems['email'])}
      />
      {!isLeft && <p className="flush muted">{words.fewer}</p>}
      <BusyButton type="submit" fullWidth loading={send.isPending}>
        {isLeft ? filled(quantity === 1 ? words.orderOne : words.orderMany, { count: quantity }) : words.join}
      </BusyButton>
    </form>
  )
}

/** The tickets of an order, the mail that confirms it, or its place in the waiting list. */
export function Ordered({ result, words }: { result: OrderResult; words: VisitorWords }) {
  const { email } = result
  if ('place' in result) {
    return <p className={classes.text}>{filled(words.waits, { position: result.place.position, email })}</p>
  }
  if (result.order.status === 'pending') {
    return (
      <p className={classes.text} role="status">
        {filled(words.confirm, { email })}
      </p>
    )
  }
  const { tickets } = result.order
  return (
    <>
      <p className="flush muted">
        {filled(tickets.length === 1 ? words.oneSent : words.manySent, { email })}
      </p>
      <TicketLinks tickets={tickets} words={words} />
    </>
  )
}

/** The tickets of an order, each with its page. */
export function TicketLinks({
  tickets,
  words,
}: Pick<ConfirmedOrder, 'tickets'> & { readonly words: VisitorWords }) {
  return (
    <ul className={`stack plain-list ${classes.tickets}`} aria-label={words.yours}>
      {tickets.map(({ id, code }) => (
        <li key={id}>
          <Link to="/ticket/$code" params={{ code }} className={`line hoverable ${classes.ticket}`}>
            <IconTicket size={18} aria-hidden />
            <span className={classes.code}>{groupedCode(code)}</span>
            <IconChevronRight size={16} style={{ marginLeft: 'auto' }} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}
