import type { book as defineBook } from '@steading/contract/entities/book'
import type { DisplayName } from '@steading/contract/http/fields'
import type { Refusal } from '@steading/contract/http/refusals'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import type { Handlers } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { entryById, searchBook } from './book.sql.ts'
import { createEntry, editEntry, present, removeEntry } from './books.ts'
import type { Book } from './books.ts'

type BookContract = ReturnType<typeof defineBook<{ displayName: typeof DisplayName }, {}, 'id', Refusal>>

/** Storage options of a book. */
export type BookOptions = Omit<Book, 'fieldNames' | 'filterNames' | 'nameInUse'>

/** A book by its contract. */
export const bookOf = (
  { fieldNames, filterNames, nameInUse }: Pick<BookContract, 'fieldNames' | 'filterNames' | 'nameInUse'>,
  options: BookOptions,
): Book => ({
  ...options,
  fieldNames,
  filterNames,
  nameInUse,
})

/** The handlers of a book: search, details, create, edit, remove. */
export function bookHandlers<C extends Pick<BookContract, 'routes'>>(
  { db }: World,
  _contract: C,
  book: Book,
): Handlers<C['routes']> {
  const handlers: Handlers<BookContract['routes']> = {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const page = await searchBook(work, book, query)
        return { ...page, content: page.content.map(present) }
      }),
    details: ({ actor, params }) => db.work(actor, async work => present(orNotFound(await entryById(work, book, params.id)))),
    create: ({ actor, body: { entityId, ...fields } }) =>
      db.work(actor, async work => present(await createEntry(work, book, entityId, fields as never))),
    edit: ({ actor, params, body: { version, status, ...fields } }) =>
      db.work(actor, async work => present(await editEntry(work, book, { id: params.id, version, status }, fields as never))),
    remove: ({ actor, params }) => db.work(actor, async work => ({ outcome: await removeEntry(work, book, params.id) })),
  }
  return handlers // safe: a book's routes differ only in their fields, which the contract checks on the way in
}
