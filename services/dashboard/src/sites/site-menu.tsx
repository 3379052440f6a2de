import type { Site } from '@atrium/contracts'
import { Menu } from '@mantine/core'
import { IconCloudOff, IconCopy, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { copyText } from '../ui/copy-text.ts'
import { deleteLater } from '../ui/delete-later.ts'
import type { LateMenuProps } from '../ui/late-menu.tsx'
import { toast } from '../ui/toast.ts'
import { toastRefusal } from '../ui/toast-refusal.ts'
import { publishMutation, removeSite, unpublishMutation } from './site-queries.ts'

/** A site's actions. `isChanged` is true if a new publication would show other content. */
export function SiteMenu({
  target,
  opened,
  onChange,
  site,
  isChanged = true,
  onDeleted,
}: LateMenuProps & { site: Site; isChanged?: boolean; onDeleted?: () => void }) {
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
    <Menu opened={opened} onChange={onChange} position="bottom-end" width={200}>
      <Menu.Target>{target}</Menu.Target>
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
