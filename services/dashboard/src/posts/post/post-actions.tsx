import { Button, Loader } from '@mantine/core'
import {
  IconCheck,
  IconClock,
  IconListNumbers,
  IconPencil,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { networkName } from '../../ui/network.tsx'
import { isManual, isOpen, type PostCard, threadProgress } from '../post-card.ts'
import { momentText } from '../post-times.ts'
import { isPast } from '../zoned-time.ts'
import { ByHand } from './by-hand.tsx'
import { Notice, Outcome } from './outcome.tsx'
import classes from './post.module.css'
import { usePostChanges } from './use-post-changes.ts'
import { usePublishing } from './use-publishing.ts'

/** Shows which part of a thread is published, and what the user can do next. */
function ThreadProgress({ card, zone }: { card: PostCard; zone: string }) {
  const progress = threadProgress(card)
  if (progress === undefined) return null
  const { status, dueDate, post } = card
  const next: Partial<Record<PostCard['status'], string>> = {
    draft: 'Approve the post again to publish the rest.',
    reviewed: `The rest follows ${dueDate === null ? 'automatically' : `at ${momentText(dueDate, zone)}`}. To send the rest sooner, choose “Publish now”.`,
    posting: 'The rest is being sent.',
    failed:
      'Change the part that was not accepted, then choose “Try again now”. Only the rest is sent.',
    unconfirmed: `Check which parts ${networkName(post.platform)} shows, and answer above.`,
  }
  return (
    <Notice tone="warn" icon={<IconListNumbers size={20} stroke={1.75} aria-hidden />}>
      <strong>{progress.sentence}</strong>
      <p>{next[status]}</p>
    </Notice>
  )
}

interface PostActionsProps {
  readonly card: PostCard
  readonly zone: string
  readonly onEdit: () => void
  readonly onClose: () => void
}

export function PostActions({ card, zone, onEdit, onClose }: PostActionsProps) {
  const changes = usePostChanges(zone)
  const publishing = usePublishing(card)
  const { status, dueDate } = card
  const isAutomated = !isManual(card)
  const isTimed = dueDate !== null && !isPast(dueDate, new Date())
  return (
    <section className="stack" style={{ gap: 12 }} aria-label="State">
      <Outcome card={card} />
      <ThreadProgress card={card} zone={zone} />
      {publishing.isWaiting && (
        <Notice tone="accent" icon={<Loader size={18} aria-hidden />}>
          <strong>
            {card.post.platform === 'email'
              ? 'On its way to the recipients'
              : `On its way to ${networkName(card.post.platform)}`}
          </strong>
          <p>
            {publishing.isLate
              ? 'This takes longer than usual. You will see the result here and on the home page. You can leave this page.'
              : 'It will be published in a moment.'}
          </p>
        </Notice>
      )}
      {publishing.isPostponed && dueDate !== null && (
        <Notice tone="warn" icon={<IconClock size={20} stroke={1.75} aria-hidden />}>
          <strong>
            {card.post.platform === 'email'
              ? 'The mails could not be sent yet'
              : `${networkName(card.post.platform)} was not ready`}
          </strong>
          <p>We try again automatically at {momentText(dueDate, zone)}.</p>
        </Notice>
      )}
      {!isAutomated && (status === 'draft' || status === 'handed_off') && <ByHand card={card} />}
      <div className={`wrapped ${classes.buttons}`}>
        {isAutomated &&
          !publishing.isWaiting &&
          (status === 'draft' || status === 'reviewed' || status === 'failed') && (
            <Button
              variant={status === 'draft' && isTimed ? 'default' : 'filled'}
              leftSection={<IconSend size={16} aria-hidden />}
              onClick={publishing.start}
            >
              {status === 'failed' ? 'Try again now' : 'Publish now'}
            </Button>
          )}
        {isAutomated && !publishing.isWaiting && status === 'draft' && isTimed && (
          <Button
            style={{ order: -1 }}
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => void changes.approve(card, dueDate)}
          >
            Approve
          </Button>
        )}
        {isOpen(card) && status !== 'handed_off' && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={onEdit}
          >
            Edit
          </Button>
        )}
        {status === 'reviewed' && !publishing.isWaiting && (
          <Button variant="default" onClick={() => changes.unschedule(card)}>
            Unschedule
          </Button>
        )}
        {(status === 'failed' || status === 'handed_off') && !publishing.isWaiting && (
          <Button variant="default" onClick={() => changes.setStatus(card, 'draft')}>
            Back to draft
          </Button>
        )}
        {status !== 'posting' && (
          <Button
            variant="default"
            className={classes.delete}
            aria-label="Delete the post"
            title="Delete"
            onClick={() => {
              onClose()
              changes.remove(card)
            }}
          >
            <IconTrash size={18} stroke={1.75} aria-hidden />
            <span className={classes.deleteLabel}>Delete</span>
          </Button>
        )}
      </div>
      {isAutomated && status === 'draft' && !isTimed && (
        <p className="quiet">
          {dueDate === null
            ? 'Choose a time below to approve and schedule this post.'
            : 'The planned time has passed. Choose another time below.'}
        </p>
      )}
    </section>
  )
}
