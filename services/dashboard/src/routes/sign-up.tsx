import { PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import classes from '../identity/entrance.module.css'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { atrium } from '../platform/connection/api.ts'
import { showSession } from '../platform/session/show-session.ts'
import { isAddress } from '../settings/is-address.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'

const route = getRouteApi('/entrance/sign-up')
const shortest = 8

export function SignUpPage() {
  const { next, email } = route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name: '', email: email ?? '', password: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter your name' : null),
      email: (email) => (isAddress(email) ? null : 'An address such as you@example.com'),
      password: (password) =>
        password.length < shortest ? `At least ${shortest} characters` : null,
    },
  })
  const signUp = useMutation({
    mutationFn: atrium.auth.signUp,
    onSuccess: async () => {
      await showSession(queryClient, { next: next ?? '/create-organisation' })
      router.history.push(next ?? '/create-organisation')
    },
  })
  return (
    <EntranceCard
      title="Create your account"
      lead="Boards, posts, invoices and workflows of your organisation, in one place."
      foot={
        <>
          Already have one?{' '}
          <Link to="/sign-in" search={{ next, email }} className={`link ${classes.link}`}>
            Sign in
          </Link>
        </>
      }
    >
      <form
        className="fields"
        noValidate
        onSubmit={form.onSubmit(
          (values) => signUp.mutate(values),
          (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
        )}
      >
        <FormAlert error={signUp.error} />
        <TextInput label="Name" autoComplete="name" autoFocus {...form.getInputProps('name')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          description={form.errors['password'] == null && `At least ${shortest} characters`}
          autoComplete="new-password"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('password')}
        />
        <BusyButton type="submit" loading={signUp.isPending} fullWidth>
          Create account
        </BusyButton>
      </form>
    </EntranceCard>
  )
}
