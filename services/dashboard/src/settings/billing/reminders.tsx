import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SavedSwitch } from '../saved-switch.tsx'
import { Section, WaitingRows } from '../section.tsx'
import { SavedText } from '../setting.tsx'
import { useRole } from '../use-role.ts'
import { remindersMutation, remindersQuery } from './payments-queries.ts'
import { parseDays } from './reminder-days.ts'
import { ReminderTexts } from './reminder-texts.tsx'

const refused = 'Up to ten days, separated by commas, at most 90'

export function Reminders() {
  const { isAdmin } = useRole()
  const query = useQuery(remindersQuery)
  const save = useMutation(remindersMutation(useQueryClient()))
  const settings = query.data
  return (
    <Section title="Reminders" lead="Mails to customers about open invoices. Each is sent once.">
      <WaitingRows query={query} />
      {settings !== undefined && (
        <>
          <SavedSwitch
            label="Remind customers"
            hint="Off until you turn it on."
            disabled={!isAdmin}
            checked={settings.enabled}
            onSave={(enabled) => save.mutateAsync({ ...settings, enabled })}
          />
          <SavedText
            label="Days before the due date"
            hint="0 is the due date itself."
            placeholder="None"
            disabled={!isAdmin}
            value={settings.daysBefore.join(', ')}
            validate={(typed) => (parseDays(typed, 0) === undefined ? refused : null)}
            onSave={(typed) =>
              save.mutateAsync({ ...settings, daysBefore: parseDays(typed, 0) ?? [] })
            }
          />
          <SavedText
            label="Days after it"
            placeholder="None"
            disabled={!isAdmin}
            value={settings.daysAfter.join(', ')}
            validate={(typed) => (parseDays(typed, 1) === undefined ? refused : null)}
            onSave={(typed) =>
              save.mutateAsync({ ...settings, daysAfter: parseDays(typed, 1) ?? [] })
            }
          />
          <ReminderTexts
            settings={settings}
            disabled={!isAdmin}
            onSave={(texts) => save.mutateAsync({ ...settings, texts })}
          />
        </>
      )}
    </Section>
  )
}
