import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconExternalLink, IconHelpCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { networkName } from '../../ui/network.tsx'
import type { PostCard } from '../post-card.ts'
import { Notice } from './notice.tsx'
import classes from './post.module.css'
import { useUnconfirmed } from './use-unconfirmed.ts'

// Words of the failure classes that are about the account, not the post.
const ofChannel = new Set(['reconnect', 'blocked'])

/** What became of a post at its network, with the remedy where there is one. */
export function Outcome({ card }: { card: PostCard }) {
  const { status, post } = card
  const network = networkName(post.platform)
  if (status === 'posting') {
    return (
      <Notice tone="accent" icon={<Loader size={18} aria-hidden />}>
        <strong>{network} takes the post now</strong>
        <p>The outcome appears here by itself. You may leave this page.</p>
      </Notice>
    )
  }
  if (status === 'posted' || status === 'posted_by_hand') {
    return (
      <Notice tone="good" icon={<IconCircleCheck size={20} stroke={1.75} aria-hidden />}>
        <strong>{status === 'posted' ? `Published on ${network}` : `Published by hand on ${network}`}</strong>
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
        <strong>{network} did not take the post</strong>
        {post.failure !== null && <p>{post.failure.message}</p>}
        {post.failure?.fix != null && <p>{post.failure.fix}</p>}
        {post.failure !== null && ofChannel.has(post.failure.class) && (
          <Button component={Link} to="/channels" size="compact-sm" variant="default" mt={8}>
            Go to the channels
          </Button>
        )}
      </Notice>
    )
  }
  if (status === 'unconfirmed') return <Unconfirmed card={card} />
  return null
}

function Unconfirmed({ card }: { card: PostCard }) {
  const decide = useUnconfirmed(useQueryClient(), card)
  const network = networkName(card.post.platform)
  return (
    <Notice tone="warn" icon={<IconHelpCircle size={20} stroke={1.75} aria-hidden />}>
      <strong>{network} has not confirmed the post</strong>
      <p>{card.post.failure?.message ?? 'It was sent, and no answer came.'}</p>
      <p>It is never sent again by itself. Look at {network} and answer:</p>
      <div className={`wrapped ${classes.buttons}`}>
        <Button
          size="compact-sm"
          variant="default"
          loading={decide.isPending}
          onClick={() => decide.as('posted')}
        >
          It is published
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          loading={decide.isPending}
          onClick={() => decide.as('failed')}
        >
          It is not published
        </Button>
      </div>
    </Notice>
  )
}
