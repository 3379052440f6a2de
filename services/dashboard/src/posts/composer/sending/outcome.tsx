import type { Card } from '@atrium/contracts'
import { Button, Flex, Group, Loader, Stack } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconExternalLink,
  IconHandClick,
  IconHelpCircle,
} from '@tabler/icons-react'
import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { FormAlert } from '../../../ui/feedback/form-alert.tsx'
import { Problem } from '../../../ui/feedback/problem.tsx'
import { networkName } from '../../../ui/network.tsx'
import { momentText } from '../../post-times.ts'
import { ChannelMark } from '../channel-mark.tsx'
import { composedPostQuery, sendCalls } from '../composer-queries.ts'
import noticeClasses from '../notice.module.css'
import { ByHand } from './by-hand.tsx'
import type { SentPost } from './send.ts'

interface OutcomeProps {
  readonly sent: readonly SentPost[]
  readonly zone: string
  readonly onClose: () => void
}

export function Outcome({ sent, zone, onClose }: OutcomeProps) {
  const posts = useQueries({ queries: sent.map(({ id }) => composedPostQuery(id)) })
  const isAnyOnItsWay = posts.some(({ data }) => data === undefined || isOnItsWay(data.card))
  const warnings = new Map(
    sent.flatMap((post) => post.warnings).map((warning) => [warning.code, warning]),
  )
  return (
    <Stack gap={16} pt={16} pb={20} px={24}>
      <ul className="plain-list ruled">
        {sent.map((post) => (
          <OutcomeRow key={post.id} sent={post} zone={zone} />
        ))}
      </ul>
      {[...warnings.values()].map(({ code, message, fix }) => (
        <div key={code} className={`sunken ${noticeClasses.notice}`} data-tone="warn" role="alert">
          <p>
            {message}. {fix}.
          </p>
        </div>
      ))}
      <Group gap={12} wrap="nowrap" justify="space-between">
        <span className="quiet">
          {isAnyOnItsWay && 'This continues when you close the dialog.'}
        </span>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  )
}

const isScheduled = ({ status, dueDate }: Card): boolean =>
  status === 'reviewed' && dueDate !== null && new Date(dueDate) > new Date()

const isOnItsWay = (card: Card): boolean =>
  card.status === 'posting' || (card.status === 'reviewed' && !isScheduled(card))

function OutcomeRow({ sent: { id, target }, zone }: { sent: SentPost; zone: string }) {
  const query = useQuery(composedPostQuery(id))
  const again = useMutation({
    mutationFn: () => sendCalls.publishNow(id, crypto.randomUUID()),
    onSettled: () => query.refetch(),
  })
  const navigate = useNavigate()
  const card = query.data?.card
  return (
    <Flex component="li" gap={12} p="12px 0">
      <ChannelMark name={target.name} platform={target.platform} />
      <Stack gap={6} flex={1} miw={0}>
        <b className="clipped" dir="auto">
          {target.name}
        </b>
        <div role="status">
          {card === undefined && query.isError ? (
            <Problem error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <State card={card} zone={zone} />
          )}
        </div>
        <FormAlert error={again.error} />
        {card?.destination?.scheme === 'manual' &&
          ['draft', 'handed_off'].includes(card.status) && <ByHand card={card} />}
        <Group gap={8}>
          {card?.status === 'posted' && card.post?.externalUrl != null && (
            <Button
              component="a"
              href={card.post.externalUrl}
              target="_blank"
              rel="noopener noreferrer"
              variant="default"
              size="compact-md"
              rightSection={<IconExternalLink size={14} aria-hidden />}
            >
              View on {networkName(target.platform)}
            </Button>
          )}
          {card?.status === 'failed' && card.post?.failure?.class === 'reconnect' && (
            <Button size="compact-md" onClick={() => void navigate({ to: '/channels' })}>
              Reconnect the account
            </Button>
          )}
          {card?.status === 'failed' && (
            <>
              <BusyButton
                size="compact-md"
                variant={card.post?.failure?.class === 'reconnect' ? 'default' : 'filled'}
                loading={again.isPending}
                onClick={() => again.mutate()}
              >
                Try again
              </BusyButton>
              <Button
                variant="default"
                size="compact-md"
                onClick={() =>
                  void navigate({
                    from: '/posts',
                    to: '/posts',
                    search: (old) => ({ ...old, compose: id, due: undefined }),
                  })
                }
              >
                Edit
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Flex>
  )
}

function State({ card, zone }: { card: Card | undefined; zone: string }) {
  const failure = card?.post?.failure
  const says = (tone: 'good' | 'bad' | 'warn' | '', Glyph: Icon, text: string, remedy?: string) => (
    <div className={`icon-line ${tone}`}>
      <Glyph size={16} aria-hidden />
      <div>
        {text}
        {remedy !== undefined && <div className="quiet">{remedy}</div>}
      </div>
    </div>
  )
  switch (card?.status) {
    case 'posted':
      return says('good', IconCircleCheck, 'Published')
    case 'failed':
      return says(
        'bad',
        IconAlertTriangle,
        `Failed: ${failure?.message ?? 'the network refused it'}`,
        failure?.fix ?? undefined,
      )
    case 'unconfirmed':
      return says(
        'warn',
        IconHelpCircle,
        `Unconfirmed: ${failure?.message ?? 'the network did not confirm the post'}`,
        'We look for it on the network and never send it twice.',
      )
    case 'posted_by_hand':
      return says('good', IconCircleCheck, 'Posted by you')
    case 'handed_off':
      return says('', IconHandClick, 'Did you post it?')
    case 'draft': {
      const isManual = card.destination?.scheme === 'manual'
      return says('', IconHandClick, isManual ? 'Waiting for you to post' : 'Saved as a draft')
    }
    case 'reviewed':
      if (card.dueDate !== null && isScheduled(card)) {
        return says('good', IconClock, `Scheduled for ${momentText(card.dueDate, zone)}`)
      }
      return (
        <InProgress
          text={failure == null ? 'Waiting for its turn' : `We try again later: ${failure.message}`}
        />
      )
    default:
      return <InProgress text="Publishing" />
  }
}

const InProgress = ({ text }: { text: string }) => (
  <span className="icon-line">
    <Loader size={14} aria-hidden /> {text} …
  </span>
)
