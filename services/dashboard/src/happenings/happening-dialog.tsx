import type { Happening } from '@atrium/contracts'
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldProblems, fault, problemsOfError } from '../money/field-problems.ts'
import money from '../money/money.module.css'
import { useDraft } from '../platform/use-draft.ts'
import { FormAlert } from '../ui/form-alert.tsx'
import {
  type HappeningDraft,
  happeningBodyOf,
  happeningDraftOf,
  happeningProblems,
} from './happening-draft.ts'
import { saveHappeningMutation } from './happening-queries.ts'
import classes from './happenings.module.css'
import { localZone } from './local-time.ts'
import { TicketTypesField } from './ticket-types-field.tsx'

/** A new happening, or the fields of one. What is typed stays a draft until it is saved. */
export function HappeningDialog({
  happening,
  onSaved,
  onClose,
}: {
  happening?: Happening
  onSaved: (happening: Happening) => void
  onClose: () => void
}) {
  const [left, keep] = useDraft<HappeningDraft>(`happening.${happening?.id ?? 'new'}`)
  const [draft, setDraft] = useState(left ?? happeningDraftOf(happening))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [key, setKey] = useState(() => crypto.randomUUID())
  const save = useMutation(saveHappeningMutation(useQueryClient()))
  const change = (part: Partial<HappeningDraft>) => {
    const changed = { ...draft, ...part }
    setDraft(changed)
    keep(changed)
    setProblems({})
  }
  const text = (field: Exclude<keyof HappeningDraft, 'types'>) => ({
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
    ...fault(problems, field),
  })
  const submit = () => {
    const found = happeningProblems(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    save.mutate(
      { id: happening?.id, key, body: happeningBodyOf(draft) },
      {
        onError: (error) => {
          setProblems(problemsOfError(error))
          setKey(crypto.randomUUID())
        },
        onSuccess: (saved) => {
          keep(undefined)
          onSaved(saved)
        },
      },
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={happening === undefined ? 'New happening' : 'Change the happening'}
    >
      <form
        noValidate
        className={money.fields}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <FormAlert error={Object.keys(problems).length > 0 ? null : save.error} />
        <TextInput label="Title" maxLength={200} data-autofocus dir="auto" {...text('title')} />
        <div className={classes.times}>
          <TextInput label="Starts" type="datetime-local" {...text('startsAt')} />
          <TextInput label="Ends" type="datetime-local" {...text('endsAt')} />
        </div>
        <span className={money.quiet}>Times are those of {localZone()}.</span>
        <TextInput label="Place" maxLength={500} dir="auto" {...text('place')} />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={10_000}
          dir="auto"
          {...text('description')}
        />
        <TicketTypesField types={draft.types} problems={problems} onChange={(types) => change({ types })} />
        <TextInput
          label="Address"
          description="The end of its public address; made of the title where it is empty"
          placeholder="open-day"
          maxLength={80}
          {...text('slug')}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {happening === undefined ? 'Add the happening' : 'Save'}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
