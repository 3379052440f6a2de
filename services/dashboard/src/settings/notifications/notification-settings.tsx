import type {
  NotificationChannels,
  NotificationKind,
  NotificationSettings as Settings,
} from '@atrium/contracts'
import { Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { SavedSwitch } from '../saved-switch.tsx'
import { Section, WaitingRows } from '../section.tsx'
import classes from './notification-settings.module.css'
import { notificationSettingsQuery, putSettingsMutation } from './notification-settings-queries.ts'
import { ThisBrowser } from './this-browser.tsx'

const kinds: Readonly<Record<NotificationKind, readonly [label: string, hint: string]>> = {
  lead: ['New lead', 'Somebody asks for a quote, writes to you or joins a waiting list.'],
  invoice_paid: ['Invoice paid', 'A customer has paid.'],
  invoice_overdue: ['Invoice overdue', 'A customer has not paid in time.'],
  refund_or_dispute: ['Refund or dispute', 'A customer gets money back or wants it back.'],
  post_failed: ['Post failed', 'A network did not take one of your posts.'],
  post_unconfirmed: ['Post to check', 'It is not clear if one of your posts was published.'],
  account_expired: ['Account to reconnect', 'A network no longer accepts one of your accounts.'],
  run_failed: ['Run failed', 'One of your workflows has failed.'],
  approval_asked: ['Approval', 'A workflow asks you. The question always comes by mail.'],
  card_assigned: ['Card for you', 'Somebody assigns a card to you.'],
  mentioned: ['Mention', 'Somebody mentions you on a card.'],
  ticket_order: ['Ticket order', 'Somebody orders tickets for one of your events.'],
  credits_low: ['Credits running out', 'Your credits are nearly used up.'],
}

const channels = [
  ['page', 'Here'],
  ['mail', 'Mail'],
  ['push', 'Browser'],
] as const
type Channel = (typeof channels)[number][0]

export function NotificationSettings() {
  const query = useQuery(notificationSettingsQuery)
  if (query.data === undefined) {
    return (
      <Section title="What you hear about">
        <WaitingRows query={query} rows={6} />
      </Section>
    )
  }
  return (
    <>
      <Choices settings={query.data} />
      <ThisBrowser />
    </>
  )
}

function Choices({ settings }: { settings: Settings }) {
  const save = useMutation({
    ...putSettingsMutation(useQueryClient()),
    onError: toastRefusal('Not saved'),
  })
  // The choice is shown at once, while it is being saved.
  const pending = save.isPending ? save.variables.items : []
  const items = settings.items.map((item) => pending.find(({ kind }) => kind === item.kind) ?? item)
  return (
    <>
      <Section title="What you hear about" lead="Only for you, in this organisation.">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="quiet">Kind</span>
              </th>
              {channels.map(([channel, label]) => (
                <th key={channel} scope="col" className="quiet">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <KindRow
                key={item.kind}
                item={item}
                onChange={(to) => save.mutate({ items: [to] })}
              />
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="Daily summary">
        <SavedSwitch
          label="One mail a day"
          hint="At seven in the morning, with everything that you have not read yet."
          checked={settings.dailySummary}
          onSave={(dailySummary) => save.mutateAsync({ items: [], dailySummary })}
        />
      </Section>
    </>
  )
}

function KindRow({
  item,
  onChange,
}: {
  item: NotificationChannels
  onChange: (item: NotificationChannels) => void
}) {
  const [label, hint] = kinds[item.kind]
  const isFixed = (channel: Channel) => channel === 'mail' && item.kind === 'approval_asked'
  return (
    <tr>
      <th scope="row">
        <span className="words">
          <span className="strong">{label}</span>
          <span className="quiet">{hint}</span>
        </span>
      </th>
      {channels.map(([channel, name]) => (
        <td key={channel}>
          <Checkbox
            aria-label={`${label}: ${name}`}
            checked={isFixed(channel) || item[channel]}
            disabled={isFixed(channel)}
            onChange={(event) => onChange({ ...item, [channel]: event.currentTarget.checked })}
          />
        </td>
      ))}
    </tr>
  )
}
