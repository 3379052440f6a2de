import type { CardPatch } from '@atrium/contracts'
import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery } from '../platform/members.ts'
import { statusLabel } from '../ui/status-badge.tsx'
import { useAuthorLabel } from '../ui/use-author-label.ts'
import { When } from '../ui/when.tsx'
import classes from './board-dialogs.module.css'
import { type Clash, without } from './card-merge.ts'
import { exactDate, fieldLabel } from './card-words.ts'
import type { Conflict } from './use-card-edit.ts'

const heading = 'Somebody else has changed this card, too'

/** The value of a field in words. */
function useValueText(): (field: string, value: unknown) => string {
  const { data: members } = useQuery(membersQuery)
  return (field, value) => {
    if (value === null || value === undefined || value === '') return 'Nothing'
    if (field === 'status') return statusLabel(value as Parameters<typeof statusLabel>[0])
    if (field === 'dueDate') return exactDate(String(value))
    if (field === 'fields.assignee')
      return members?.find(({ userId }) => userId === value)?.user.name ?? 'A member'
    if (Array.isArray(value)) return value.length === 0 ? 'Nothing' : value.join(', ')
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

/** The fields that another person has changed as well: field by field, one of the two values is kept. */
export function ConflictDialog({
  conflict: { patch, clashes },
  onResolve,
  onLeave,
}: {
  conflict: Conflict
  onResolve: (patch: CardPatch) => void
  onLeave: () => void
}) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (field: string, isTheirs: boolean) =>
    setTheirs((before) => {
      const rest = [...before].filter((one) => one !== field)
      return new Set(isTheirs ? [...rest, field] : rest)
    })
  return (
    // Over the drawer, whose header is a landmark already: this dialog has a heading in place of one of its own.
    <Modal
      opened
      onClose={onLeave}
      size="lg"
      withCloseButton={false}
      attributes={{ content: { 'aria-label': heading } }}
    >
      <h2 className={classes.dialogHead}>{heading}</h2>
      <p className={classes.lead}>Choose the value of each field that both of you have changed.</p>
      {clashes.map((clash) => (
        <Choice
          key={clash.field}
          clash={clash}
          isTheirs={theirs.has(clash.field)}
          onChoose={(isTheirs) => choose(clash.field, isTheirs)}
        />
      ))}
      <Group justify="space-between" gap={8}>
        <Group gap={8}>
          <Button
            variant="default"
            onClick={() => onResolve(without(patch, new Set(clashes.map(({ field }) => field))))}
          >
            Take all theirs
          </Button>
          <Button variant="default" onClick={() => onResolve(patch)}>
            Keep all mine
          </Button>
        </Group>
        <Button ml="auto" onClick={() => onResolve(without(patch, theirs))}>
          Save the choice
        </Button>
      </Group>
    </Modal>
  )
}

function Choice({
  clash: { field, mine, theirs, by, at },
  isTheirs,
  onChoose,
}: {
  clash: Clash
  isTheirs: boolean
  onChoose: (isTheirs: boolean) => void
}) {
  const label = useAuthorLabel()
  const text = useValueText()
  const author = by === undefined ? 'Somebody else' : label(by)
  const sides = [
    { name: 'Mine', value: mine, isTheirsSide: false },
    { name: author === 'You' ? 'From your other page' : author, value: theirs, isTheirsSide: true },
  ]
  return (
    <fieldset className={classes.clash}>
      <legend>
        <span className={classes.clashField}>{fieldLabel(field)}</span>{' '}
        <span className={classes.clashBy}>
          changed by {author === 'You' ? 'you on another page' : author}
          {at !== undefined && (
            <>
              , <When at={at} />
            </>
          )}
        </span>
      </legend>
      {sides.map(({ name, value, isTheirsSide }) => (
        <label key={name} className={classes.side}>
          <input
            type="radio"
            name={field}
            checked={isTheirs === isTheirsSide}
            onChange={() => onChoose(isTheirsSide)}
          />
          <span className={classes.sideBody}>
            <span className={classes.sideName} dir="auto">
              {name}
            </span>
            <span className={classes.sideValue} dir="auto">
              {text(field, value)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
