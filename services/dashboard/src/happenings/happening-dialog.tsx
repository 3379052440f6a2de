import type { Happening } from '@atrium/contracts'
import { Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DraftConflict } from '../money/draft-conflict.tsx'
import { DraftDialog } from '../money/draft-dialog.tsx'
import { fault } from '../money/field-problems.ts'
import money from '../money/money.module.css'
import { useDraftForm } from '../money/use-draft-form.ts'
import { orgSettingsQuery } from '../platform/org-settings.ts'
import type { Tagged } from '../platform/tagged.ts'
import {
  type HappeningDraft,
  happeningBodyOf,
  happeningDraftOf,
  happeningProblems,
} from './happening-draft.ts'
import { happeningParts, partLabels, partText } from './happening-parts.ts'
import { happeningQuery, saveHappening } from './happening-queries.ts'
import classes from './happenings.module.css'
import { localZone } from './local-time.ts'
import { TicketTypesField } from './ticket-types-field.tsx'

/** A new happening, or the fields of one. What is typed stays a draft until it is saved. */
export function HappeningDialog({
  happening,
  onSaved,
  onClose,
}: {
  happening?: Tagged<Happening>
  onSaved: (happening: Happening) => void
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const ownCurrency = useQuery(orgSettingsQuery).data?.currency ?? 'EUR'
  const form = useDraftForm<HappeningDraft, Tagged<Happening>>({
    name: `edit.happening.${happening?.id ?? 'new'}`,
    creates: happening === undefined,
    shown: { draft: happeningDraftOf(happening), etag: happening?.etag },
    parts: happeningParts,
    problemsOf: (sent) => happeningProblems(sent, ownCurrency),
    send: (sent, guard) =>
      saveHappening(queryClient, {
        ...guard,
        id: happening?.id,
        body: happeningBodyOf(sent, ownCurrency),
      }),
    versionOf: (stored) => ({ draft: happeningDraftOf(stored), etag: stored.etag }),
    reread: () => queryClient.fetchQuery({ ...happeningQuery(happening?.id ?? ''), staleTime: 0 }),
  })
  const { draft, problems, change } = form
  const text = (field: Exclude<keyof HappeningDraft, 'types'>) => ({
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
    ...fault(problems, field),
  })
  return (
    <DraftDialog
      title={happening === undefined ? 'New happening' : 'Change the happening'}
      action={happening === undefined ? 'Add the happening' : 'Save'}
      size={560}
      form={form}
      onSubmit={() => form.submit(onSaved)}
      onClose={onClose}
    >
      <TextInput label="Title" maxLength={200} data-autofocus dir="auto" {...text('title')} />
      <div className={classes.times}>
        <TextInput label="Starts" type="datetime-local" {...text('startsAt')} />
        <TextInput label="Ends" type="datetime-local" {...text('endsAt')} />
      </div>
      <span className={money.quiet}>Times are in {localZone()}.</span>
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
      <TicketTypesField
        types={draft.types}
        ownCurrency={ownCurrency}
        problems={problems}
        onChange={(types) => change({ types })}
      />
      <TextInput
        label="Address"
        description="The end of its public address; made of the title where it is empty"
        placeholder="open-day"
        maxLength={80}
        {...text('slug')}
      />
      <DraftConflict
        form={form}
        heading="The happening was changed elsewhere, too"
        labels={partLabels}
        textOf={partText}
      />
    </DraftDialog>
  )
}
