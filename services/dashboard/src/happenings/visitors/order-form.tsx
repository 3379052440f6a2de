import {
  type ConfirmedOrder,
  groupedCode,
  type PublicTicketType,
  type TicketOrder,
  type WaitingPlace,
} from '@atrium/contracts'
import { Box, NativeSelect, Radio, TextInput } from '@mantine/core'
import { IconChevronRight, IconTicket } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { amountLabel } from '../../money/amounts/amount.ts'
import { type FieldProblems, problemsOfError } from '../../money/form/field-problems.ts'
import { useRequestKeys } from '../../platform/connection/request-keys.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormAlert } from '../../ui/feedback/form-alert.tsx'
import { textField } from '../../ui/text/text-field.ts'
import { order, type PublicAddress, publicHappeningQuery, wait } from './visitor-queries.ts'
import { filled, type VisitorWords } from './visitor-words.ts'
import classes from './visitors.module.css'

/** The result of an order: tickets, a confirmation mail, or a position in the waiting list. */
export type OrderResult = { readonly email: string } & (
  | { readonly order: TicketOrder }
  | { readonly place: WaitingPlace }
)

type Type = PublicTicketType

const most = 10

function leftLabel(
  { available, priceCents, currency, orderable }: Type,
  words: VisitorWords,
): string {
  const price = amountLabel(priceCents, currency)
  if (!orderable) return filled(words.notSold, { price })
  const left = available === 0 ? words.soldOut : filled(words.left, { count: available })
  if (priceCents > 0) return available > 20 ? price : `${price}, ${left}`
  return available > 20 ? words.free : left
}

interface OrderFormProps {
  readonly address: PublicAddress
  readonly words: VisitorWords
  readonly types: readonly Type[]
  readonly onOrdered: (ordered: OrderResult) => void
}

/** Orders or buys tickets, or joins the waiting list if the tickets are sold out. */
export function OrderForm({ address, types, words, onOrdered }: OrderFormProps) {
  const queryClient = useQueryClient()
  const offered = types.filter(({ orderable }) => orderable)
  const [typeId, setTypeId] = useState(
    (offered.find(({ available }) => available > 0) ?? offered[0])?.id ?? '',
  )
  const [quantity, setQuantity] = useState(1)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState<FieldProblems>({})
  const keyed = useRequestKeys()
  const chosen = types.find(({ id }) => id === typeId)
  const isLeft = (chosen?.available ?? 0) >= quantity
  const cents = chosen?.priceCents ?? 0
  const isPriced = cents > 0
  const action = () => {
    if (isPriced)
      return filled(words.pay, { price: amountLabel(cents * quantity, chosen?.currency ?? 'EUR') })
    if (!isLeft) return words.join
    return filled(quantity === 1 ? words.orderOne : words.orderMany, { count: quantity })
  }
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
    onSuccess: (ordered) => {
      if ('order' in ordered && 'checkoutUrl' in ordered.order) {
        window.location.assign(ordered.order.checkoutUrl)
        return
      }
      onOrdered(ordered)
    },
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
  if (offered.length === 0) return <p className="flush muted">{words.none}</p>
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
            disabled={!type.orderable}
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
      {!isLeft && <p className="flush muted">{isPriced ? words.fewerPaid : words.fewer}</p>}
      {isPriced && isLeft && <p className="flush muted">{words.payFirst}</p>}
      <BusyButton
        type="submit"
        fullWidth
        loading={send.isPending || (send.isSuccess && isPriced)}
        disabled={isPriced && !isLeft}
      >
        {action()}
      </BusyButton>
    </form>
  )
}

/**
 * Shows the tickets of an order, the note about the confirmation mail, or the position in the
 * waiting list.
 */
export function Ordered({ result, words }: { result: OrderResult; words: VisitorWords }) {
  const { email } = result
  if ('place' in result) {
    return (
      <p className={classes.text}>
        {filled(words.waits, { position: result.place.position, email })}
      </p>
    )
  }
  if (!('tickets' in result.order)) {
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

/** Links to the page of each ticket in an order. */
export function TicketLinks({
  tickets,
  words,
}: Pick<ConfirmedOrder, 'tickets'> & { readonly words: VisitorWords }) {
  return (
    <Box className="stack plain-list" component="ul" m="16px 0 0" aria-label={words.yours}>
      {tickets.map(({ id, code }) => (
        <li key={id}>
          <Link to="/ticket/$code" params={{ code }} className={`line hoverable ${classes.ticket}`}>
            <IconTicket size={18} aria-hidden />
            <span className="bold" style={{ fontFamily: 'var(--mantine-font-family-monospace)' }}>
              {groupedCode(code)}
            </span>
            <IconChevronRight size={16} style={{ marginLeft: 'auto' }} aria-hidden />
          </Link>
        </li>
      ))}
    </Box>
  )
}
