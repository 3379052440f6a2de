export * from './incoming-documents.ts'
export * from './journal-operations.ts'
