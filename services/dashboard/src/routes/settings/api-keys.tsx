import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { ApiKey } from '../../settings/developers/api-key-queries.ts'
import { ApiKeys } from '../../settings/developers/api-keys.tsx'
import { toAccess } from '../../settings/developers/key-access.ts'
import { type KeyDraft, NewKeyDialog } from '../../settings/developers/new-key-dialog.tsx'
import { rolesUpTo } from '../../settings/organisation/member-rules.ts'
import { useRole } from '../../settings/use-role.ts'
import { NewButton, Page } from '../../ui/page/page-header.tsx'

export function ApiKeysPage() {
  const { org } = useRole()
  const [creating, setCreating] = useState(false)
  const form = useForm<KeyDraft>({
    initialValues: { name: '', role: 'member', days: '0', access: 'all', scopes: [] },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name for the key' : null),
      scopes: (scopes, { access }) =>
        access === 'areas' && scopes.length === 0 ? 'Choose at least one area' : null,
    },
  })
  const create = (replaced?: ApiKey) => {
    if (replaced !== undefined) {
      const { role, scopes } = replaced.metadata
      form.setValues({
        name: replaced.name ?? '',
        role: rolesUpTo(org.role).includes(role) ? role : 'member',
        ...toAccess(scopes),
      })
    }
    setCreating(true)
  }
  return (
    <Page title="API keys" actions={<NewButton onClick={() => create()}>New key</NewButton>}>
      <ApiKeys onCreate={create} />
      {creating && <NewKeyDialog form={form} onClose={() => setCreating(false)} />}
    </Page>
  )
}
