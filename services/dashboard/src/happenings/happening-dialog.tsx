import { createHappening, type Happening, updateHappening } from '@atrium/contracts'
import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DraftDialog } from '../money/form/draft-dialog.tsx'
import { DraftConflict, type RecordForm, useDraftForm } from '../money/form/use-draft-form.tsx'
import { atrium } from '../platform/connection/api.ts'
import { orgSettingsQuery } from '../platform/records/settings.ts'
import type { Tagged } from '../platform/records/versions.ts'
import { zoneChoices } from '../settings/choices.ts'
import { LongSelect } from '../settings/long-select.tsx'
import { ImageField } from '../sites/variables/image-field.tsx'
import { MomentInput } from '../ui/dates/moment-input.tsx'
import { findBrowserZone } from '../ui/dates/wall-time.ts'
import { textField } from '../ui/text/text-field.ts'
import { TwoFields } from '../ui/two-fields.tsx'
import {
  type HappeningDraft,
  happeningProblems,
  type TypeDraft,
  toHappeningBody,
  toHappeningDraft,
} from './happening-draft.ts'
import { happeningQuery } from './happening-queries.ts'
import { zoneLabel } from './period-label.ts'
import { TicketTypesField } from './ticket-types-field.tsx'

const moment = (local: string): string => local.replace('T', ', ')

const typeText = ({ name, capacity, price, currency, offerId }: TypeDraft): string => {
  const typed = price === '' ? 'free' : `${price} ${currency ?? ''}`.trim()
  const cost = offerId === null ? typed : 'paid online'
  return [name || '–', `${capacity || '–'} seats`, cost].join(', ')
}

const parts: RecordForm<HappeningDraft, Happening>['parts'] = {
  title: { label: 'Title', fields: ['title'] },
  times: {
    label: 'Times',
    fields: ['startsAt', 'endsAt', 'timeZone'],
    textOf: ({ startsAt, endsAt, timeZone }) =>
      [[startsAt, endsAt].filter(Boolean).map(moment).join(' to '), zoneLabel(timeZone)].join(', '),
  },
  place: { label: 'Place', fields: ['place'] },
  description: { label: 'Description', fields: ['description'] },
  picture: { label: 'Picture', fields: ['pictureUrl'] },
  types: {
    label: 'Tickets',
    fields: ['types'],
    textOf: ({ types }) => types.map(typeText).join('\n'),
  },
  slug: { label: 'Web address', fields: ['slug'] },
}

interface HappeningDialogProps {
  readonly happening?: Tagged<Happening>
  readonly onSaved: (happening: Happening) => void
  readonly onClose: () => void
}

/** Creates or edits a happening. Typed text stays a draft until it is saved. */
export function HappeningDialog({ happening, onSaved, onClose }: HappeningDialogProps) {
  const settings = useQuery(orgSettingsQuery).data
  const ownDefaults = {
    currency: settings?.currency ?? 'EUR',
    timeZone: settings?.timezone ?? findBrowserZone(),
  }
  const form = useDraftForm<HappeningDraft, Happening>({
    name: `edit.happening.${happening?.id ?? 'new'}`,
    record: happening,
    initial: toHappeningDraft(),
    query: happeningQuery,
    toDraft: toHappeningDraft,
    problemsOf: (sent) => happeningProblems(sent, ownDefaults),
    parts,
    create: (sent, options) =>
      atrium.call(createHappening, { body: toHappeningBody(sent, ownDefaults) }, options),
    update: (id, sent, options) =>
      atrium.call(
        updateHappening,
        { params: { id }, body: toHappeningBody(sent, ownDefaults) },
        options,
      ),
    shownIn: ['happenings'],
  })
  const { draft, problems, change } = form
  const zone = draft.timeZone === '' ? ownDefaults.timeZone : draft.timeZone
  const text = (field: Exclude<keyof HappeningDraft, 'types'>) =>
    textField(draft[field], (value) => change({ [field]: value }), problems[field])
  const moments = (field: 'startsAt' | 'endsAt') => ({
    value: draft[field],
    error: problems[field],
    onChange: (value: string | undefined) => value !== undefined && change({ [field]: value }),
  })
  return (
    <DraftDialog
      title={happening === undefined ? 'New event' : 'Edit the event'}
      action={happening === undefined ? 'Add the event' : 'Save'}
      size={560}
      form={form}
      onSubmit={() => form.submit(onSaved)}
      onClose={onClose}
    >
      <TextInput label="Title" maxLength={200} data-autofocus dir="auto" {...text('title')} />
      <TwoFields>
        <MomentInput label="Starts" {...moments('startsAt')} />
        <MomentInput label="Ends" usualTime="18:00" {...moments('endsAt')} />
      </TwoFields>
      <LongSelect
        label="Time zone"
        description="The time zone of the venue. Visitors see the times in this zone."
        data={zoneChoices(zone)}
        value={zone}
        error={problems['timeZone']}
        onChange={(timeZone) => change({ timeZone })}
      />
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
      <ImageField
        label="Picture"
        required={false}
        isOwn
        value={draft.pictureUrl}
        error={problems['pictureUrl']}
        onChange={(pictureUrl) => change({ pictureUrl })}
      />
      <TicketTypesField
        types={draft.types}
        ownCurrency={ownDefaults.currency}
        problems={problems}
        onChange={(types) => change({ types })}
      />
      <TextInput
        label="Web address"
        description="The last part of the public web address. Leave it empty to use the title."
        placeholder="open-day"
        maxLength={80}
        {...text('slug')}
      />
      <DraftConflict form={form} heading="This event was also changed elsewhere" />
    </DraftDialog>
  )
}
