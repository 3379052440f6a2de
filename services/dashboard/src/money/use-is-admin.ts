import { useMe } from '../platform/me.ts'

/** Whether the person may change invoices, offers and agreements; members read them. */
export const useIsAdmin = (): boolean => useMe().org?.role !== 'member'
