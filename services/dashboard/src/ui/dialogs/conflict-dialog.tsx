import { Box, Button, Group, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './conflict-dialog.module.css'

/** A part of a record with different changes by two users or two windows. */
export interface Clash {
  readonly field: string
  readonly label: string
  readonly note: ReactNode
  readonly mine: string
  readonly theirs: string
  readonly theirName: string
}

interface ConflictDialogProps {
  readonly heading: string
  readonly clashes: readonly Clash[]
  /** Called with the fields for which the user keeps the other value. */
  readonly onResolve: (theirs: ReadonlySet<string>) => void
  readonly onLeave: () => void
}

export function ConflictDialog({ heading, clashes, onResolve, onLeave }: ConflictDialogProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (field: string, isTheirs: boolean) =>
    setTheirs((before) => {
      const rest = [...before].filter((one) => one !== field)
      return new Set(isTheirs ? [...rest, field] : rest)
    })
  return (
    // The dialog may be open above a drawer with a header, and the header is a landmark. So the
    // dialog has a heading but no header.
    <Modal
      opened
      onClose={onLeave}
      size="lg"
      withCloseButton={false}
      attributes={{ content: { 'aria-label': heading } }}
    >
      <h2 className="bold" style={{ margin: '0 0 4px', fontSize: 16 }}>
        {heading}
      </h2>
      <p className="lead">For each part that both of you changed, choose the value to keep.</p>
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
            onClick={() => onResolve(new Set(clashes.map(({ field }) => field)))}
          >
            Take all theirs
          </Button>
          <Button variant="default" onClick={() => onResolve(new Set())}>
            Keep all mine
          </Button>
        </Group>
        <Button ml="auto" onClick={() => onResolve(theirs)}>
          Save the choice
        </Button>
      </Group>
    </Modal>
  )
}

interface ChoiceProps {
  readonly clash: Clash
  readonly isTheirs: boolean
  readonly onChoose: (isTheirs: boolean) => void
}

function Choice({
  clash: { field, label, note, mine, theirs, theirName },
  isTheirs,
  onChoose,
}: ChoiceProps) {
  const sides = [
    { name: 'Mine', text: mine, isTheirsSide: false },
    { name: theirName, text: theirs, isTheirsSide: true },
  ]
  return (
    <fieldset className={`plain-group ${classes.clash}`}>
      <legend>
        <span className="bold">{label}</span> <span className="quiet">{note}</span>
      </legend>
      {sides.map(({ name, text, isTheirsSide }) => (
        <label key={name} className={classes.side}>
          <input
            type="radio"
            name={field}
            checked={isTheirs === isTheirsSide}
            onChange={() => onChoose(isTheirsSide)}
          />
          <span className="grow">
            <span className="fine" style={{ display: 'block', marginBottom: 4 }} dir="auto">
              {name}
            </span>
            <Box
              className="preserved"
              component="span"
              display="block"
              mah={200}
              style={{ overflow: 'auto' }}
              dir="auto"
            >
              {text}
            </Box>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
