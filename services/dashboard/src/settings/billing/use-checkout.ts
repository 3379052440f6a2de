import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'

/** Returns a mutation that opens the payment processor's page from the response. */
export const useCheckout = <V>(mutation: UseMutationOptions<{ url: string }, Error, V>) =>
  useMutation({
    ...mutation,
    onSuccess: ({ url }) => window.location.assign(url),
    onError: toastRefusal(),
  })
