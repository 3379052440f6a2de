import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { toastRefusal } from '../ui/toast-refusal.ts'

/** Leads to a page of the payment processor, whose address the platform answers. */
export const useCheckout = <V>(mutation: UseMutationOptions<{ url: string }, Error, V>) =>
  useMutation({
    ...mutation,
    onSuccess: ({ url }) => window.location.assign(url),
    onError: toastRefusal(),
  })
