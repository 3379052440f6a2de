import { Button, Stack, TextInput } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormAlert } from '../../ui/feedback/form-alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { networkName } from '../../ui/network.tsx'
import type { PostCard } from '../post-card.ts'
import { handOffMutation, postedByHandMutation } from '../post-changes.ts'
import { composerLinkQuery } from '../post-detail-queries.ts'
import { toastReason } from '../to-reason.ts'
import classes from './post.module.css'

const parts: Readonly<Record<string, string>> = {
  title: 'the title',
  body: 'the text',
  link: 'the link',
  media: 'the media',
  firstComment: 'the first comment',
  thread: 'the other posts of the thread',
}

/** Opens the network's own composer and then asks whether the post was published. */
export function ByHand({ card }: { card: PostCard }) {
  const network = networkName(card.post.platform)
  const queryClient = useQueryClient()
  const { data, error } = useQuery(composerLinkQuery(card.id, card.updatedAt))
  const handOff = useMutation(handOffMutation(queryClient))
  const left = (data?.cannotCarry ?? []).map((part) => parts[part] ?? part)
  const opened = () => {
    if (card.status !== 'draft') return
    handOff.mutateAsync(card).catch(toastReason)
  }
  const copy = () =>
    navigator.clipboard.writeText(card.body).then(
      () => toast('The text is copied'),
      () => toast('The browser does not let this page copy', { tone: 'bad' }),
    )
  return (
    <div className="stack" style={{ alignItems: 'flex-start', gap: 12 }}>
      <FormAlert error={error} />
      <div className={`wrapped ${classes.buttons}`}>
        {data?.url != null ? (
          <Button
            component="a"
            href={data.url}
            target="_blank"
            rel="noopener noreferrer"
            variant={card.status === 'draft' ? 'filled' : 'default'}
            leftSection={<IconExternalLink size={16} aria-hidden />}
            onClick={opened}
          >
            Open in {network}
          </Button>
        ) : (
          <BusyButton
            disabled={data === undefined || card.status !== 'draft'}
            loading={handOff.isPending}
            onClick={opened}
          >
            I publish it at {network} now
          </BusyButton>
        )}
        <Button
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copy()}
        >
          Copy the text
        </Button>
      </div>
      {left.length > 0 && (
        <p className="quiet">
          {network} does not take over {left.join(', ')}: enter {left.length === 1 ? 'it' : 'them'}{' '}
          there.
        </p>
      )}
      {card.status === 'handed_off' && <Published card={card} />}
    </div>
  )
}

function Published({ card }: { card: PostCard }) {
  const [address, setAddress] = useState('')
  const publish = useMutation(postedByHandMutation(useQueryClient()))
  const url = address.trim()
  const isAddress = url === '' || /^https?:\/\/\S+$/.test(url)
  return (
    <Stack
      className="sunken"
      component="form"
      gap={12}
      p={16}
      bdrs={10}
      style={{ alignSelf: 'stretch' }}
      onSubmit={(event) => {
        event.preventDefault()
        if (isAddress) publish.mutate(url === '' ? { card } : { card, externalUrl: url })
      }}
    >
      <strong>Have you published it?</strong>
      <FormAlert error={publish.error} />
      <TextInput
        label="Its address, if you have it"
        type="url"
        placeholder="https://"
        value={address}
        error={isAddress ? null : 'An http or https address'}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <BusyButton type="submit" className="start" loading={publish.isPending}>
        Yes, it is published
      </BusyButton>
    </Stack>
  )
}
