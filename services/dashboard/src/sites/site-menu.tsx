import type { Site } from '@atrium/contracts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCloudOff, IconCopy, IconDots, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteLater } from '../ui/feedback/delete-later.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { toastRefusal } from '../ui/feedback/toast-refusal.ts'
import { copyText } from '../ui/text/copy-text.ts'
import { publishMutation, removeSite, unpublishMutation } from './site-queries.ts'

/** A site's actions. `isChanged` is true if a new publication would show other content. */
export function SiteMenu({
  site,
  name = 'the site',
  isChanged = true,
  onDeleted,
}: {
  site: Site
  name?: string | undefined
  isChanged?: boolean
  onDeleted?: () => void
}) {
  const queryClient = useQueryClient()
  const publish = useMutation(publishMutation(queryClient, site.id))
  const unpublish = useMutation(unpublishMutation(queryClient, site.id))
  const report = toastRefusal(site.name)
  const takeOff = () =>
    unpublish.mutate(undefined, {
      onSuccess: () =>
        toast('The page is unpublished', {
          // If the page has later changes, "Undo" would publish them too.
          ...(isChanged
            ? {}
            : {
                action: {
                  label: 'Undo',
                  run: () => publish.mutate(undefined, { onError: report }),
                },
              }),
        }),
      onError: report,
    })
  const remove = () => {
    deleteLater({ id: site.id, name: 'The site', send: () => removeSite(queryClient, site) })
    onDeleted?.()
  }
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={`Actions for ${name}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {site.status === 'published' && (
          <Menu.Item
            component="a"
            href={site.url}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={14} aria-hidden />}
          >
            Open the page
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copyText(site.url, 'Link copied')}
        >
          Copy the link
        </Menu.Item>
        <Menu.Divider />
        {site.status === 'published' && (
          <Menu.Item leftSection={<IconCloudOff size={14} aria-hidden />} onClick={takeOff}>
            Unpublish
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconTrash size={14} aria-hidden />}
          c="var(--bad)"
          onClick={remove}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
