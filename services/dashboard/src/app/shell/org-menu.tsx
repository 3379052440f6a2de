import { Menu } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useMe } from '../../platform/me.ts'
import { changeOrgMutation, orgsQuery } from '../../platform/orgs.ts'
import type { LateMenuProps } from '../../ui/late-menu.tsx'
import { toastRefusal } from '../../ui/toast-refusal.ts'

export function OrgMenu({ target, opened, onChange }: LateMenuProps) {
  const { org } = useMe()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { data: orgs = [] } = useQuery({ ...orgsQuery, enabled: opened })
  const change = useMutation({
    ...changeOrgMutation(queryClient),
    onSuccess: () => router.navigate({ to: '/' }),
    onError: toastRefusal(),
  })
  return (
    <Menu opened={opened} onChange={onChange} width={216} position="bottom-start">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Organisations</Menu.Label>
        {orgs.map(({ id, name }) => (
          <Menu.Item
            key={id}
            onClick={() => id !== org?.id && change.mutate(id)}
            rightSection={id === org?.id ? <IconCheck size={14} aria-label="Active" /> : null}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/create-organisation"
          leftSection={<IconPlus size={14} aria-hidden />}
        >
          New organisation
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
