export { createMemoryCache, type MemoryCache, type Sized } from './memory-cache.ts'
