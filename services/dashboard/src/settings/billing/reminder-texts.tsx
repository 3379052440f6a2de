import {
  previewReminder,
  type ReminderSettings,
  ReminderText,
  type ReminderText as Text,
} from '@atrium/contracts'
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atrium } from '../../platform/connection/api.ts'
import { DialogFields } from '../../ui/dialogs/dialog-form.tsx'
import { FormAlert } from '../../ui/feedback/form-alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { PreviewFrame } from '../../ui/page/preview-frame.tsx'
import classes from '../settings.module.css'

function describeDay(days: number): string {
  if (days === 0) return 'On the due date'
  const count = Math.abs(days)
  return `${count} ${count === 1 ? 'day' : 'days'} ${days < 0 ? 'before' : 'after'} the due date`
}

const previewQuery = (body: { daysAfterDue: number; subject?: string; text?: string }) =>
  queryOptions({
    queryKey: ['payments', 'reminder-preview', body],
    queryFn: ({ signal }) => atrium.call(previewReminder, { body }, { signal }),
    placeholderData: keepPreviousData,
  })

interface ReminderTextsProps {
  readonly settings: ReminderSettings
  readonly disabled: boolean
  readonly onSave: (texts: Text[]) => Promise<unknown>
}

/** Lists the days with a reminder, each with its words. */
export function ReminderTexts({ settings, disabled, onSave }: ReminderTextsProps) {
  const [opened, setOpened] = useState<number>()
  const { daysBefore, daysAfter, texts } = settings
  const days = [...daysBefore.toReversed().map((day) => 0 - day), ...daysAfter]
  return (
    <>
      {days.map((day) => {
        const ownText = texts.find(({ daysAfterDue }) => daysAfterDue === day)
        return (
          <div key={day} className={`row ${classes.setting}`}>
            <div className="words">
              <span className="strong">{describeDay(day)}</span>
              <span className="quiet" dir="auto">
                {ownText === undefined
                  ? 'Standard words, in the language of the customer'
                  : `${ownText.subject}, for customers of every language`}
              </span>
            </div>
            <Button
              variant="default"
              size="xs"
              disabled={disabled}
              aria-label={`${ownText === undefined ? 'See and change' : 'Change'}: ${describeDay(day)}`}
              onClick={() => setOpened(day)}
            >
              {ownText === undefined ? 'See and change' : 'Change'}
            </Button>
          </div>
        )
      })}
      {opened !== undefined && (
        <ReminderTextDialog
          key={opened}
          day={opened}
          stored={texts.find(({ daysAfterDue }) => daysAfterDue === opened)}
          onClose={() => setOpened(undefined)}
          onSave={(text) =>
            onSave([
              ...texts.filter(({ daysAfterDue }) => daysAfterDue !== opened),
              ...(text === undefined ? [] : [text]),
            ])
          }
        />
      )}
    </>
  )
}

interface DialogProps {
  readonly day: number
  readonly stored: Text | undefined
  /** Undefined brings the standard words back. */
  readonly onSave: (text: Text | undefined) => Promise<unknown>
  readonly onClose: () => void
}

function ReminderTextDialog({ day, stored, onSave, onClose }: DialogProps) {
  const [subject, setSubject] = useState(stored?.subject ?? '')
  const [text, setText] = useState(stored?.text ?? '')
  const save = useMutation({ mutationFn: onSave })
  const editedText = { daysAfterDue: day, subject, text }
  const isOwn = ReminderText.safeParse(editedText).success
  const [shown] = useDebouncedValue(
    {
      daysAfterDue: day,
      ...(subject.trim() !== '' && { subject }),
      ...(text.trim() !== '' && { text }),
    },
    300,
  )
  const preview = useQuery(previewQuery(shown))
  const finish = (saved: Text | undefined) =>
    void save.mutateAsync(saved).then(
      () => {
        toast('Saved')
        onClose()
      },
      () => undefined,
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Reminder: ${describeDay(day).toLowerCase()}`}
      size={640}
    >
      <DialogFields
        action="Save"
        disabled={!isOwn}
        pending={save.isPending}
        alert={<FormAlert error={save.error ?? preview.error} />}
        onSubmit={() => finish(editedText)}
        onClose={onClose}
      >
        <span className="quiet">
          As long as you save no words, the standard words are used. {'{number}'}, {'{amount}'},{' '}
          {'{date}'}, {'{customer}'} and {'{company}'} are filled in. Your words are the same for
          all languages.
        </span>
        <TextInput
          label="Subject"
          maxLength={200}
          value={subject}
          onChange={({ currentTarget: { value } }) => setSubject(value)}
        />
        <Textarea
          label="Text"
          autosize
          minRows={4}
          maxRows={10}
          maxLength={5_000}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <section className="fields" aria-label="Preview of the mail">
          <span className="bold" dir="auto">
            {preview.data?.subject ?? '…'}
          </span>
          <PreviewFrame
            className="raised"
            height={320}
            title="Preview of the mail"
            html={preview.data?.html ?? null}
          />
        </section>
        {stored !== undefined && (
          <Group>
            <Button variant="subtle" size="xs" onClick={() => finish(undefined)}>
              Use the standard words
            </Button>
          </Group>
        )}
      </DialogFields>
    </Modal>
  )
}
