import { updateOrgSettings } from '@atrium/contracts'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import classes from '../identity/entrance.module.css'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { slugOf } from '../identity/identity-queries.ts'
import { atrium } from '../platform/api.ts'
import { enter } from '../platform/enter.ts'
import { FormAlert } from '../ui/form-alert.tsx'

export function CreateOrganisationPage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? 'A name is needed' : null) },
  })
  const create = useMutation({
    mutationFn: async (name: string) => {
      await atrium.auth.createOrg({ name: name.trim(), slug: slugOf(name) })
      // The settings can be changed later; a refusal must not ask for a second organisation.
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
      await atrium.call(updateOrgSettings, { body: { timezone } }).catch(() => undefined)
    },
    onSuccess: async () => {
      await enter(queryClient)
      router.history.push('/')
    },
  })
  return (
    <EntranceCard
      title="Name your organisation"
      lead="Everything you make belongs to it. You can invite others afterwards."
    >
      <form className={classes.fields} onSubmit={form.onSubmit(({ name }) => create.mutate(name))}>
        <FormAlert error={create.error} />
        <TextInput
          label="Organisation"
          placeholder="Harbour Studio"
          autoComplete="organization"
          maxLength={100}
          {...form.getInputProps('name')}
        />
        <Button type="submit" loading={create.isPending} fullWidth>
          Create organisation
        </Button>
      </form>
    </EntranceCard>
  )
}
