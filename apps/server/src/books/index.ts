export { bookHandlers, bookOf } from './books.routes.ts'
export { entryById, insertEntry, searchBook, usableEntries, usableEntry } from './book.sql.ts'
export { present } from './books.ts'
export type { Book } from './books.ts'
