import type { AttentionItem } from '@atrium/contracts'
import { Box, Skeleton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheckFilled,
  IconCloudOff,
  IconInfoCircle,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../platform/records/overview.ts'
import { useStanding } from '../platform/records/queries.ts'
import { useMe } from '../platform/session/me.ts'
import { Problem } from '../ui/feedback/problem.tsx'
import { Part } from '../ui/page/part.tsx'
import { parseHref } from '../ui/text/parse-href.ts'
import { When } from '../ui/when.tsx'
import classes from './home.module.css'
import { PlaceRow } from './place-row.tsx'

const areas: Readonly<Record<string, string>> = {
  board: 'posts and cards',
  connect: 'accounts',
  invoicing: 'invoices and subscriptions',
  workflow: 'runs and webhooks',
  identity: 'members',
}

const actions: Readonly<Record<AttentionItem['kind'], string>> = {
  post_failed: 'See what failed',
  post_unconfirmed: 'Check the post',
  post_overdue: 'Publish or move it',
  post_draft: 'Review it',
  card_failed: 'Open the card',
  quote_request: 'Read it',
  channel_reconnect: 'Reconnect',
  run_failed: 'Open the run',
  item_refused: 'Decide what to do',
  approval_asked: 'Approve or decline',
  webhook_disabled: 'Check the endpoint',
  schedule_stuck: 'Bill it again',
  invoice_overdue: 'Send a reminder or record payment',
  payment_disputed: 'See the payment',
  ticket_unseated: 'Add seats or refund',
}

/** What a member reads instead, because only owners and admins may change these records. */
const memberActions: Partial<typeof actions> = {
  webhook_disabled: 'See the endpoint',
  schedule_stuck: 'See the subscription',
  invoice_overdue: 'See the invoice',
  ticket_unseated: 'See the order',
}

export function Attention() {
  const query = useQuery(overviewQuery)
  const { data, refetch } = query
  const { error, isPending } = useStanding(query)
  return (
    <Part id="attention" title="Needs your attention" mt={28}>
      {isPending && <Skeleton h={{ base: 86, sm: 66 }} radius="lg" />}
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <ul className="card">
          {data.items.map((item) => (
            <li key={item.kind}>
              <Row item={item} />
            </li>
          ))}
          {data.unavailable.length > 0 && (
            <li className="row">
              <IconCloudOff size={20} stroke={1.5} className="glyph" aria-hidden />
              <Words
                title="This list is not complete"
                text={`Not available right now: ${data.unavailable.map((name) => areas[name] ?? name).join(', ')}`}
              />
            </li>
          )}
          {data.items.length === 0 && data.unavailable.length === 0 && (
            <li className="row">
              <IconCircleCheckFilled size={20} className="good firm" aria-hidden />
              <Words
                title="Nothing needs your attention"
                text="Drafts, quote requests, failures and overdue invoices appear here."
              />
            </li>
          )}
        </ul>
      )}
    </Part>
  )
}

const Words = ({ title, text }: { title: string; text: string }) => (
  <span className={`words ${classes.words}`}>
    <span className="strong">{title}</span>
    <span className="quiet" dir="auto">
      {text}
    </span>
  </span>
)

function Row({ item }: { item: AttentionItem }) {
  const leadsOn = parseHref(item.href) !== undefined
  const { org } = useMe()
  const action = (org?.role === 'member' && memberActions[item.kind]) || actions[item.kind]
  const Glyph = item.severity === 'error' ? IconAlertTriangle : IconInfoCircle
  return (
    <PlaceRow href={item.href} className={classes.waiting}>
      <Glyph
        size={20}
        stroke={1.5}
        className={item.severity === 'error' ? 'bad firm' : 'warn firm'}
        role="img"
        aria-label={item.severity === 'error' ? 'Error' : 'Warning'}
      />
      <Words title={item.title} text={item.detail} />
      <span className={`fine firm ${classes.when}`}>
        <When at={item.at} />
      </span>
      {leadsOn && (
        <Box className="strong firm" component="span" c="var(--accent)" fz="sm">
          {action}
        </Box>
      )}
      {leadsOn && <IconChevronRight size={16} className={`glyph ${classes.open}`} aria-hidden />}
    </PlaceRow>
  )
}
