import * as operations from '@atrium/contracts'
import { bindOperations } from './bind-operations.ts'
import type { Transport } from './transport.ts'

/** Customers, offers, invoices with their schedules, and money at the processor. */
export const createInvoicing = (transport: Transport) => ({
  customers: bindOperations(transport, {
    list: operations.listCustomers,
    create: operations.createCustomer,
    get: operations.getCustomer,
    update: operations.updateCustomer,
    delete: operations.deleteCustomer,
  }),
  offers: bindOperations(transport, {
    list: operations.listOffers,
    create: operations.createOffer,
    get: operations.getOffer,
    update: operations.updateOffer,
    archive: operations.archiveOffer,
    listPublic: operations.listPublicOffers,
    getPublic: operations.getPublicOffer,
    checkout: operations.checkoutOffer,
  }),
  invoices: {
    ...bindOperations(transport, {
      list: operations.listInvoices,
      create: operations.createInvoice,
      summary: operations.summariseInvoices,
      seller: operations.getSeller,
      setSeller: operations.putSeller,
      get: operations.getInvoice,
      update: operations.updateInvoice,
      finalize: operations.finalizeInvoice,
      void: operations.voidInvoice,
      reset: operations.resetInvoice,
      sync: operations.syncInvoice,
    }),
    schedules: bindOperations(transport, {
      list: operations.listSchedules,
      create: operations.createSchedule,
      get: operations.getSchedule,
      pause: operations.pauseSchedule,
      resume: operations.resumeSchedule,
      cancel: operations.cancelSchedule,
    }),
  },
  payments: bindOperations(transport, {
    status: operations.getPaymentsStatus,
    onboard: operations.onboardPayments,
  }),
  entitlements: bindOperations(transport, {
    gate: operations.getEntitlementGate,
    checkout: operations.checkoutEntitlement,
  }),
  credits: bindOperations(transport, {
    get: operations.getCredits,
    checkout: operations.checkoutCredits,
  }),
})
