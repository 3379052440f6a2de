import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import classes from '../identity/entrance.module.css'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { SignInForm } from '../identity/sign-in-form.tsx'
import { showSession } from '../platform/session/show-session.ts'

const route = getRouteApi('/entrance/sign-in')

export function SignInPage() {
  const { next, email, error } = route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  const openNextPage = async () => {
    await showSession(queryClient, { next: next ?? '/' })
    router.history.push(next ?? '/')
  }
  return (
    <EntranceCard
      title="Sign in to Atrium"
      lead={
        error === undefined ? 'Welcome back.' : `The sign-in did not work (${error}). Try again.`
      }
      foot={
        <>
          New here?{' '}
          <Link to="/sign-up" search={{ next, email }} className={`link ${classes.link}`}>
            Create an account
          </Link>
        </>
      }
    >
      <SignInForm
        onSignedIn={() => void openNextPage()}
        returnTo={next ?? '/'}
        {...(email === undefined ? {} : { email })}
      />
    </EntranceCard>
  )
}
