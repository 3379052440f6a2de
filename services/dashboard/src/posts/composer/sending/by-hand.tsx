import type { Card } from '@atrium/contracts'
import { Button, Group } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { FormAlert } from '../../../ui/feedback/form-alert.tsx'
import { networkName } from '../../../ui/network.tsx'
import { byHandCalls, networkComposerQuery } from '../composer-queries.ts'

const parts: Readonly<Record<string, string>> = {
  title: 'the title',
  body: 'the text',
  link: 'the link',
  media: 'the files',
  firstComment: 'the first comment',
  thread: 'the other posts of the thread',
}

export function ByHand({ card }: { card: Card }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(networkComposerQuery(card.id))
  const refresh = { onSettled: () => queryClient.invalidateQueries({ queryKey: ['cards'] }) }
  const handOff = useMutation({ mutationFn: () => byHandCalls.handOff(card.id), ...refresh })
  const posted = useMutation({ mutationFn: () => byHandCalls.posted(card.id), ...refresh })
  const platform = card.post?.platform
  if (data === undefined || platform === undefined) return null
  const missing = data.cannotCarry.map((part) => parts[part] ?? part)
  const isOpened = card.status === 'handed_off'
  return (
    <>
      {missing.length > 0 && (
        <span className="quiet">Add there yourself: {missing.join(', ')}.</span>
      )}
      <FormAlert error={handOff.error ?? posted.error} />
      <Group gap={8}>
        {data.url !== null && (
          <Button
            component="a"
            href={data.url}
            target="_blank"
            rel="noopener noreferrer"
            size="compact-md"
            variant={isOpened ? 'default' : 'filled'}
            rightSection={<IconExternalLink size={14} aria-hidden />}
            onClick={() => !isOpened && handOff.mutate()}
          >
            Open {networkName(platform)}
          </Button>
        )}
        {data.url === null && !isOpened && (
          <BusyButton
            size="compact-md"
            loading={handOff.isPending}
            onClick={() => handOff.mutate()}
          >
            I post it now
          </BusyButton>
        )}
        {isOpened && (
          <BusyButton size="compact-md" loading={posted.isPending} onClick={() => posted.mutate()}>
            It is posted
          </BusyButton>
        )}
      </Group>
    </>
  )
}
