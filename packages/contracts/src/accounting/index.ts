export * from './accounting.ts'
export * from './incoming-documents.ts'
export * from './journal-operations.ts'
