import { Button, Flex, Loader } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconExternalLink,
  IconHelpCircle,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { networkName } from '../../ui/network.tsx'
import { usePostedBy } from '../../ui/status-badge.tsx'
import type { PostCard } from '../post-card.ts'
import { changePostMutation } from '../post-changes.ts'
import { toastReason } from '../to-reason.ts'
import classes from './post.module.css'

// Error classes about the account, not about the post.
const ofChannel = new Set(['reconnect', 'blocked'])

interface NoticeProps {
  readonly tone: 'accent' | 'good' | 'bad' | 'warn'
  readonly icon: ReactNode
  readonly children: ReactNode
}

export const Notice = ({ tone, icon, children }: NoticeProps) => (
  <div className={`tinted ${classes.notice}`} data-tone={tone} role="status">
    <Flex className="firm" component="span" h={21} align="center" c="var(--tone)">
      {icon}
    </Flex>
    <div className={classes.noticeText}>{children}</div>
  </div>
)

export function Outcome({ card }: { card: PostCard }) {
  const { status, post } = card
  const network = networkName(post.platform)
  const isMail = post.platform === 'email'
  const posted = usePostedBy(post.postedBy)
  if (status === 'posting') {
    return (
      <Notice tone="accent" icon={<Loader size={18} aria-hidden />}>
        <strong>{isMail ? 'The mails are being sent' : `${network} is receiving the post`}</strong>
        <p>You will see the result here. You can leave this page.</p>
      </Notice>
    )
  }
  if (status === 'posted' || status === 'posted_by_hand') {
    return (
      <Notice tone="good" icon={<IconCircleCheck size={20} stroke={1.75} aria-hidden />}>
        <strong>
          {isMail
            ? 'Sent by email'
            : status === 'posted'
              ? `Published on ${network}`
              : `${posted} on ${network}`}
        </strong>
        {post.clicks !== null && (
          <p>
            {post.clicks === 1 ? '1 click' : `${post.clicks} clicks`} on the links in the first
            comment
          </p>
        )}
        {post.externalUrl !== null && (
          <p>
            <a href={post.externalUrl} target="_blank" rel="noopener noreferrer">
              See it there
              <IconExternalLink size={14} aria-hidden />
            </a>
          </p>
        )}
      </Notice>
    )
  }
  if (status === 'failed') {
    return (
      <Notice tone="bad" icon={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />}>
        <strong>{isMail ? 'The mails were not sent' : `${network} did not accept the post`}</strong>
        {post.failure !== null && <p>{post.failure.message}</p>}
        {post.failure?.fix != null && <p>{post.failure.fix}</p>}
        {post.failure !== null && ofChannel.has(post.failure.class) && (
          <Button component={Link} to="/channels" size="compact-sm" variant="default" mt={8}>
            Go to your accounts
          </Button>
        )}
        {post.failure?.class === 'sender_not_verified' && (
          <Button
            component={Link}
            to="/settings/profile"
            size="compact-sm"
            variant="default"
            mt={8}
          >
            Confirm your address
          </Button>
        )}
      </Notice>
    )
  }
  if (status === 'unconfirmed') return <Unconfirmed card={card} />
  return null
}

function Unconfirmed({ card }: { card: PostCard }) {
  const { mutateAsync, isPending } = useMutation(changePostMutation(useQueryClient()))
  const decide = (status: 'posted' | 'failed') =>
    void mutateAsync({ card, patch: { status } }).then(
      () => toast(status === 'posted' ? 'Noted as published' : 'Noted as not published'),
      toastReason,
    )
  const isMail = card.post.platform === 'email'
  const network = isMail ? 'the inbox of a recipient' : networkName(card.post.platform)
  return (
    <Notice tone="warn" icon={<IconHelpCircle size={20} stroke={1.75} aria-hidden />}>
      <strong>
        {isMail
          ? 'We do not know whether the mails were sent'
          : `${network} has not confirmed the post`}
      </strong>
      <p>{card.post.failure?.message ?? 'We sent it and got no confirmation.'}</p>
      <p>We never send it again automatically. Check {network} and answer:</p>
      <div className={`wrapped ${classes.buttons}`}>
        <BusyButton
          size="compact-sm"
          variant="default"
          loading={isPending}
          onClick={() => decide('posted')}
        >
          It is published
        </BusyButton>
        <BusyButton
          size="compact-sm"
          variant="default"
          loading={isPending}
          onClick={() => decide('failed')}
        >
          It is not published
        </BusyButton>
      </div>
    </Notice>
  )
}
